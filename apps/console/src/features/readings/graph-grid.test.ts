import { expect, test } from 'vitest';
import { graphHeight } from './graph-grid.tsx';

test('a graph alone takes what the window has, several share it, and none gets too small', () => {
  expect([graphHeight(1, 780), graphHeight(1, 1080), graphHeight(1, 2160)]).toEqual([340, 600, 640]);
  expect([graphHeight(6, 600), graphHeight(6, 1080), graphHeight(6, 2160)]).toEqual([170, 238, 300]);
});
