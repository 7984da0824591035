import { describe, expect, test } from 'vitest';
import { type Obstacle, placeToasts } from './toast-place.ts';

const space = { top: 52, bottom: 800, height: 100 };

describe('toasts stand', () => {
  const places: readonly (readonly [where: string, obstacles: readonly Obstacle[], edge: number])[] = [
    ['at the bottom of the window', [], 800],
    ['at the bottom, where a button lies above them', [{ top: 600, bottom: 640 }], 800],
    ['at the bottom, where a button is below the fold', [{ top: 810, bottom: 850 }], 800],
    ['above a button', [{ top: 720, bottom: 760 }], 712],
    ['above a button of which they would cover a line', [{ top: 690, bottom: 701 }], 682],
    ['above a bar at the bottom', [{ top: 740, bottom: 800 }], 732],
    [
      'above a bar and a button that is over it',
      [
        { top: 660, bottom: 700 },
        { top: 740, bottom: 800 },
      ],
      652,
    ],
    [
      'between two buttons that leave room for them',
      [
        { top: 740, bottom: 800 },
        { top: 560, bottom: 620 },
      ],
      732,
    ],
    [
      'at the bottom, where nothing else is free',
      Array.from({ length: 10 }, (_, row) => ({ top: row * 80, bottom: row * 80 + 40 })),
      800,
    ],
  ];

  test.each(places)('%s', (_, obstacles, edge) => {
    expect(placeToasts(space, obstacles)).toBe(edge);
    expect(placeToasts(space, obstacles.toReversed())).toBe(edge);
  });
});
