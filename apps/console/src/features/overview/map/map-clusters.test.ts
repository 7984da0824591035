import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clustersOf, namedClusters } from './map-clusters.ts';
import { closeWidestGap, toPixels, toPoint, viewOf, zoomed } from './map-view.ts';

const SIZE = { width: 1200, height: 600 };
const place = (name: string, x: number, y: number) => ({ item: name, at: { x, y } });

describe('clusters', () => {
  test('what would cover each other is one pin; the worst, which comes first, leads it', () => {
    const clusters = clustersOf([place('worst', 100, 100), place('far', 400, 100), place('near', 120, 110)]);
    expect(clusters.map(({ items }) => items)).toEqual([['worst', 'near'], ['far']]);
    expect(clusters[0]?.at).toEqual({ x: 110, y: 105 });
  });

  test('each location is in exactly one of them', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 1200 }), y: fc.integer({ min: 0, max: 600 }) });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 200 }), (points) => {
        const clusters = clustersOf(points.map((at, item) => ({ item, at })));
        expect(clusters.flatMap(({ items }) => items).sort((a, b) => a - b)).toEqual(points.map((_, index) => index));
      }),
    );
  });

  test('a name is shown where it covers no other pin and is not cut off', () => {
    const clusters = clustersOf([place('Zurich', 100, 100), place('Basel', 160, 100), place('Porto', 1180, 300)]);
    const named = [...namedClusters(clusters, (name) => name, SIZE.width)].flatMap(({ items }) => items);
    expect(named).toEqual(['Basel']);
  });
});

describe('the view of the map', () => {
  const zurich = toPoint({ latitude: 47.4, longitude: 8.5 });
  const suva = toPoint({ latitude: -18.1, longitude: 178.4 });
  const samoa = toPoint({ latitude: -13.8, longitude: -171.8 });

  test('holds all locations', () => {
    const longitude = fc.integer({ min: -180, max: 180 });
    const latitude = fc.integer({ min: -60, max: 75 });
    fc.assert(
      fc.property(fc.array(fc.record({ longitude, latitude }), { minLength: 1, maxLength: 30 }), (coordinates) => {
        const points = closeWidestGap(coordinates.map(toPoint));
        const view = viewOf(points, SIZE);
        // The whole world is as far as it goes.
        if (view.span === 360) return;
        for (const point of points) {
          const { x, y } = toPixels(point, view, SIZE);
          expect(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height).toBe(true);
        }
      }),
    );
  });

  test('neighbors across the antimeridian are neighbors on the map', () => {
    const view = viewOf(closeWidestGap([suva, samoa]), SIZE);
    expect(view.span).toBeLessThan(30);
    expect(closeWidestGap([zurich, suva])).toEqual([zurich, suva]);
  });

  test('around a single location there are coasts to recognize, close ones are kept apart', () => {
    const bern = toPoint({ latitude: 46.95, longitude: 7.45 });
    expect(viewOf([zurich], SIZE).span).toBe(40);
    expect(viewOf([zurich, bern], SIZE).span).toBe(12);
    expect(viewOf([zurich], SIZE, 0).span).toBeLessThan(1);
  });

  test('zooming keeps what is under the pointer', () => {
    const view = viewOf([zurich], SIZE);
    const before = toPixels(zurich, view, SIZE);
    const at = { x: before.x / SIZE.width, y: before.y / SIZE.height };
    const after = toPixels(zurich, zoomed(view, SIZE, 3, at), SIZE);
    expect(after.x).toBeCloseTo(before.x, 6);
    expect(after.y).toBeCloseTo(before.y, 6);
  });
});
