import { expect, test } from 'vitest';
import { copyText } from './copy-text.ts';

test('is copied only where the browser has a clipboard and does not refuse it', async () => {
  const written: string[] = [];
  const writeText = async (text: string): Promise<void> => void written.push(text);
  expect(await copyText('one', { writeText })).toBe(true);
  expect(written).toEqual(['one']);
  expect(await copyText('two', { writeText: () => Promise.reject(new Error('refused')) })).toBe(false);
  expect(await copyText('three', undefined)).toBe(false);
});
