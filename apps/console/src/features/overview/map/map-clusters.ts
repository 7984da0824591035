/** Locations that would cover each other on the map, as one. Pure. */
import type { MapPoint } from './map-view.ts';

/** A location, or several that are too close together. */
export interface Cluster<Item> {
  /** The worst first. */
  readonly items: readonly Item[];
  /** In pixels. */
  readonly at: MapPoint;
}

interface Placed<Item> {
  readonly item: Item;
  readonly at: MapPoint;
}

/** Pins that are closer than this, in pixels, are one. */
const RADIUS = 54;

const distance = (one: MapPoint, other: MapPoint): number => Math.hypot(one.x - other.x, one.y - other.y);

/** `placed`: the worst first; it gathers what is near it, and stays where it is unless others join. */
export function clustersOf<Item>(placed: readonly Placed<Item>[]): readonly Cluster<Item>[] {
  const groups: Placed<Item>[][] = [];
  for (const one of placed) {
    const near = groups.find(([first]) => first !== undefined && distance(first.at, one.at) < RADIUS);
    if (near === undefined) groups.push([one]);
    else near.push(one);
  }
  return groups.map((group) => ({
    items: group.map(({ item }) => item),
    at: {
      x: group.reduce((sum, { at }) => sum + at.x, 0) / group.length,
      y: group.reduce((sum, { at }) => sum + at.y, 0) / group.length,
    },
  }));
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** As in location-map.module.css: a pin without its name, and about a letter of the name. */
const PIN = 28;
const LETTER = 7.5;

/** Which clusters have room for the name of their only location: not over another pin, and not over the edge. */
export function namedClusters<Item>(
  clusters: readonly Cluster<Item>[],
  nameOf: (item: Item) => string,
  width: number,
): ReadonlySet<Cluster<Item>> {
  const boxOf = ({ at }: Cluster<Item>, extra: number): Box => ({
    left: at.x - PIN / 2,
    right: at.x + PIN / 2 + extra,
    top: at.y - PIN / 2,
    bottom: at.y + PIN / 2,
  });
  const taken = new Map(clusters.map((cluster) => [cluster, boxOf(cluster, 0)]));
  const named = new Set<Cluster<Item>>();
  for (const cluster of clusters) {
    const [item] = cluster.items;
    if (item === undefined || cluster.items.length > 1) continue;
    const box = boxOf(cluster, nameOf(item).length * LETTER + 10);
    const isFree = [...taken].every(([other, theirs]) => other === cluster || !overlaps(box, theirs));
    if (!isFree || box.right > width) continue;
    taken.set(cluster, box);
    named.add(cluster);
  }
  return named;
}
