import { expect, test } from 'vitest';
import { hintsAt, type KeyHintDevice } from './key-hints.ts';

/** A device by what the browser says of its first pointer. */
const deviceOf = (features: readonly string[]): KeyHintDevice => ({
  matchMedia: (query) => ({
    matches: [...query.matchAll(/\(([^)]+)\)/gu)].every(([, one]) => features.includes(one ?? '')),
  }),
});

test('keys are named where a mouse says that there is a keyboard, not on a phone or tablet', () => {
  expect(hintsAt(deviceOf(['hover: hover', 'pointer: fine']))).toBe(true);
  expect(hintsAt(deviceOf(['hover: none', 'pointer: coarse']))).toBe(false);
  // A pen.
  expect(hintsAt(deviceOf(['hover: none', 'pointer: fine']))).toBe(false);
});
