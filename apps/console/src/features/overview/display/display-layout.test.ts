import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DisplayLayout, displayLayout, displayUnit, tilesOf } from './display-layout.ts';

const FULL_HD = { width: 1920, height: 1080 };
const UHD = { width: 3840, height: 2160 };
/** What the head and the padding leave of a screen. */
const areaOf = ({ width, height }: typeof FULL_HD) => ({ width: width * 0.97, height: height * 0.9 });
const layoutOf = (count: number, urgent: number, screen = FULL_HD): DisplayLayout =>
  displayLayout(count, urgent, areaOf(screen), displayUnit(screen));

const listOf = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('the layout of the wall display', () => {
  test('one location has the whole screen; a few are as large as they can be', () => {
    expect(layoutOf(1, 0)).toMatchObject({ grid: { columns: 1, rows: 1 }, hasLargeTile: false, pages: 1 });
    expect(layoutOf(4, 0).grid).toMatchObject({ columns: 2, rows: 2 });
    expect(layoutOf(12, 0).grid).toMatchObject({ columns: 4, rows: 3 });
  });

  test('the worst of a few takes four places; of many it would make the others too small', () => {
    expect(layoutOf(12, 1)).toMatchObject({ grid: { columns: 5, rows: 3 }, hasLargeTile: true });
    expect(layoutOf(12, 0).hasLargeTile).toBe(false);
    expect(layoutOf(40, 1).hasLargeTile).toBe(false);
  });

  test('what needs attention stays while the others turn', () => {
    const layout = layoutOf(60, 4);
    expect(layout).toMatchObject({ pinned: 4, pinnedGrid: { columns: 4, rows: 1 }, perPage: 28, pages: 2 });
    const tiles = listOf(60);
    expect(tilesOf(tiles, layout, 0).pinned).toEqual([0, 1, 2, 3]);
    expect(tilesOf(tiles, layout, 1)).toMatchObject({ pinned: [0, 1, 2, 3] });
    expect(tilesOf(tiles, layout, 1).others.at(-1)).toBe(59);
  });

  test('of too many that need attention the worst stay, in half of the screen', () => {
    const layout = layoutOf(400, 300);
    expect(layout.pinned).toBeGreaterThan(10);
    expect(layout.pinned).toBeLessThan(30);
    expect(tilesOf(listOf(400), layout, 0).others[0]).toBe(layout.pinned);
  });

  test('a screen with finer pixels has the same layout', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(1000), (count, urgent) => {
        const some = Math.min(urgent, count);
        expect(layoutOf(count, some, UHD)).toEqual(layoutOf(count, some));
      }),
    );
  });

  test('every location is on exactly one page or stays, none is cut off, on any screen', () => {
    const screens = fc.constantFrom(FULL_HD, UHD, { width: 1366, height: 768 }, { width: 360, height: 780 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1200 }), fc.nat(1200), screens, (count, urgent, screen) => {
        const layout = layoutOf(count, Math.min(urgent, count), screen);
        const seen = listOf(layout.pages).flatMap((page) => tilesOf(listOf(count), layout, page).others);
        expect([...listOf(layout.pinned), ...seen]).toEqual(listOf(count));
        const { grid, pinnedGrid } = layout;
        expect(layout.perPage + (layout.hasLargeTile ? 3 : 0)).toBeLessThanOrEqual(grid.columns * grid.rows);
        expect(layout.pinned).toBeLessThanOrEqual(pinnedGrid.columns * pinnedGrid.rows);
      }),
    );
  });
});
