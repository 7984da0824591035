import { describe, expect, test } from 'vitest';
import { moveCorner, WHOLE_PICTURE } from './thermal-fit.ts';

describe('fitting the thermal picture', () => {
  test('a corner goes where it is dragged, the other one stays', () => {
    const fit = moveCorner(WHOLE_PICTURE, 'topLeft', { x: 0.2, y: 0.1 });
    expect(fit).toEqual({ topLeft: { x: 0.2, y: 0.1 }, bottomRight: { x: 1, y: 1 } });
    expect(moveCorner(fit, 'bottomRight', { x: 0.9, y: 0.8 }).bottomRight).toEqual({ x: 0.9, y: 0.8 });
  });

  test('corners neither cross nor leave the picture', () => {
    const fit = moveCorner(WHOLE_PICTURE, 'bottomRight', { x: 0.5, y: 0.5 });
    expect(moveCorner(fit, 'topLeft', { x: 0.8, y: -3 }).topLeft).toEqual({ x: 0.45, y: 0 });
    expect(moveCorner(fit, 'bottomRight', { x: 7, y: 0 }).bottomRight).toEqual({ x: 1, y: 0.05 });
  });
});
