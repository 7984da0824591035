import { describe, expect, test } from 'vitest';
import { followEdge } from './follow-edge.ts';

describe('a live picture stays close to the newest one', () => {
  test.for([
    { behind: 0.1, rate: 1, jumpTo: null },
    { behind: 0.2, rate: 1.03, jumpTo: null },
    { behind: 0.5, rate: 1.08, jumpTo: null },
    { behind: 1.5, rate: 1.08, jumpTo: null },
    { behind: 2, rate: 1, jumpTo: 19.9 },
  ])('$behind s behind: at $rate, to $jumpTo', ({ behind, rate, jumpTo }) => {
    expect(followEdge(20 - behind, [{ start: 0, end: 20 }])).toEqual({ rate, jumpTo });
  });

  test('a gap is jumped over, however short what follows is', () => {
    const ranges = [
      { start: 0, end: 10 },
      { start: 12, end: 12.05 },
    ];
    expect(followEdge(10, ranges)).toEqual({ rate: 1, jumpTo: 12 });
  });

  test('nothing buffered: nothing to do', () => {
    expect(followEdge(3, [])).toEqual({ rate: 1, jumpTo: null });
  });

  test('drift of a slow decoder is caught up within seconds', () => {
    let position = 0;
    let end = 1.2;
    for (let tick = 0; tick < 200; tick += 1) {
      const { rate, jumpTo } = followEdge(position, [{ start: 0, end }]);
      position = jumpTo ?? position + 0.1 * rate;
      end += 0.1;
    }
    expect(end - position).toBeLessThanOrEqual(0.16);
  });
});
