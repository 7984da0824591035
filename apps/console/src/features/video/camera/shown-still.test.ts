import { expect, test } from 'vitest';
import { type ShownStill, stillToShow } from './shown-still.ts';

const shown: ShownStill = { guid: 'clip', path: '/stills/clip?expires=1', isBroken: false };
const again = { guid: 'clip', path: '/stills/clip?expires=2' };

test('the link of a clip stays while it can be loaded', () => {
  expect(stillToShow(shown, again)).toBe(shown);
});

test('a link that has expired is replaced by the next one, and not by itself', () => {
  const broken = { ...shown, isBroken: true };
  expect(stillToShow(broken, { guid: 'clip', path: shown.path })).toBe(broken);
  expect(stillToShow(broken, again)).toEqual({ ...again, isBroken: false });
});

test('a newer clip is shown, and none where none is left', () => {
  const newer = { guid: 'newer', path: '/stills/newer?expires=2' };
  expect(stillToShow(shown, newer)).toEqual({ ...newer, isBroken: false });
  expect(stillToShow(undefined, newer)).toEqual({ ...newer, isBroken: false });
  expect(stillToShow(shown, undefined)).toBeUndefined();
});
