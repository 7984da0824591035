import { expect, test } from 'vitest';
import { FragmentGate } from './fragment-gate.ts';

const key = { isKeyFrame: true };
const delta = { isKeyFrame: false };
const GROUP = 200_000;

test('a receiver begins with a key frame', () => {
  const gate = new FragmentGate();
  expect([delta, key, delta].map((fragment) => gate.admits(fragment, 0, GROUP))).toEqual([false, true, true]);
  expect(gate.hasSkipped).toBe(false);
});

test('with more than two groups unsent it is skipped to the next key frame', () => {
  const gate = new FragmentGate();
  gate.admits(key, 0, GROUP);
  expect(gate.admits(delta, 2 * GROUP, GROUP)).toBe(true);
  expect(gate.admits(delta, 2 * GROUP + 1, GROUP)).toBe(false);
  expect(gate.hasSkipped).toBe(true);
  // It has caught up, but a picture refers to those before it.
  expect(gate.admits(delta, 0, GROUP)).toBe(false);
  expect(gate.admits(key, 2 * GROUP + 1, GROUP)).toBe(false);
  expect(gate.admits(key, 0, GROUP)).toBe(true);
  expect(gate.hasSkipped).toBe(false);
  expect(gate.admits(delta, 0, GROUP)).toBe(true);
});

test('small groups do not make a fast connection skip', () => {
  const gate = new FragmentGate();
  gate.admits(key, 0, 1000);
  expect(gate.admits(delta, 100_000, 1000)).toBe(true);
});
