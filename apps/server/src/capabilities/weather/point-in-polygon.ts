/** Whether a point lies in a GeoJSON geometry. Pure. */
import type { Point } from '@picket/domain/weather';
import { z } from 'zod';

const Ring = z.array(z.tuple([z.number(), z.number()]).rest(z.number()));
export const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring)) }),
]);
export type Geometry = z.output<typeof Geometry>;

type RingOut = z.output<typeof Ring>;

/** Counts the edges a ray to the east crosses. */
function isInRing(ring: RingOut, { longitude: x, latitude: y }: Point): boolean {
  let isIn = false;
  for (let here = 0, before = ring.length - 1; here < ring.length; before = here++) {
    const [x1 = 0, y1 = 0] = ring[here] ?? [];
    const [x2 = 0, y2 = 0] = ring[before] ?? [];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn;
  }
  return isIn;
}

/** In the outer ring and in none of the holes. */
const isInPolygon = ([outer, ...holes]: readonly RingOut[], point: Point): boolean =>
  outer !== undefined && isInRing(outer, point) && !holes.some((hole) => isInRing(hole, point));

export const containsPoint = (geometry: Geometry, point: Point): boolean =>
  geometry.type === 'Polygon'
    ? isInPolygon(geometry.coordinates, point)
    : geometry.coordinates.some((polygon) => isInPolygon(polygon, point));
