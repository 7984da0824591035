/** The outlines of the continents, which come with the console: no outside service learns where the locations are. */
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import land from 'world-atlas/land-110m.json';
import { isSouthEnd, type MapPoint, toPoint } from './map-view.ts';

/** Guarantee: the file of the package holds this one topology; read as JSON, its types are wider than it is. */
const world = () => land as unknown as Topology<{ land: GeometryCollection }>;

/** A path in the degrees of map-view.ts. */
export function landPath(): string {
  const topology = world();
  const { features } = feature(topology, topology.objects.land);
  return features
    .flatMap(({ geometry }) =>
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : [],
    )
    .flat()
    .map((ring) => {
      const points = continuedBeyondEdge(ring.map(([longitude = 0, latitude = 0]) => toPoint({ longitude, latitude })));
      return `M${points.map(({ x, y }) => `${x.toFixed(2)},${(isSouthEnd(y) ? BELOW : y).toFixed(2)}`).join('L')}Z`;
    })
    .join('');
}

/** A ring that crosses the antimeridian goes on beyond it instead of across the whole map. */
function continuedBeyondEdge(ring: readonly MapPoint[]): readonly MapPoint[] {
  let turn = 0;
  const points = ring.map(({ x, y }, index) => {
    const before = ring[index - 1]?.x ?? x;
    if (x - before > 180) turn -= 360;
    else if (x - before < -180) turn += 360;
    return { x: x + turn, y };
  });
  const [first] = points;
  const last = points.at(-1);
  // Around a pole: closed below the map.
  if (turn === 0 || first === undefined || last === undefined) return points;
  return [...points, { x: last.x, y: BELOW }, { x: first.x, y: BELOW }];
}

/** Beyond every view. */
const BELOW = 400;
