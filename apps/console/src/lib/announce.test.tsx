import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveRegion } from '../ui/live-region.tsx';
import { announce } from './announce.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const shown = (): string => renderToStaticMarkup(<LiveRegion />).replace(/<[^>]*>/gu, '');

test('an announcement goes after a while, counted from the last one', () => {
  announce('You are offline');
  expect(shown()).toBe('You are offline');
  vi.advanceTimersByTime(9000);
  announce('Connected again');
  vi.advanceTimersByTime(9000);
  expect(shown()).toBe('Connected again');
  vi.advanceTimersByTime(1000);
  expect(shown()).toBe('');
});
