import { expect, test } from 'vitest';
import { escapedToast } from './escaped-toast.ts';

const toast = (name: string, { isUrgent = false, hasFocus = false } = {}) => ({ name, isUrgent, hasFocus });

test('Escape closes the newest toast', () => {
  expect(escapedToast([toast('Saved'), toast('Copied')])?.name).toBe('Copied');
  expect(escapedToast([])).toBeUndefined();
});

test('it leaves an urgent alert where it is: it may have been meant for anything else', () => {
  expect(escapedToast([toast('No power', { isUrgent: true })])).toBeUndefined();
  expect(escapedToast([toast('Saved'), toast('No power', { isUrgent: true })])?.name).toBe('Saved');
});

test('it closes the one that has the focus, also an urgent one', () => {
  const toasts = [toast('No power', { isUrgent: true, hasFocus: true }), toast('Saved')];
  expect(escapedToast(toasts)?.name).toBe('No power');
});
