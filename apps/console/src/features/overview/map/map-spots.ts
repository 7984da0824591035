/** The locations that have coordinates, with their places on the map. */
import { byUrgency, type OverviewItem } from '../overview-order.ts';
import { closeWidestGap, toPoint } from './map-view.ts';

/** A location with its place on the map. */
export interface Spot {
  readonly item: OverviewItem;
  readonly x: number;
  readonly y: number;
}

/** The worst first, equally bad ones by name. `locale`: of the reader's language. */
export function spotsOf(items: readonly OverviewItem[], locale: string): readonly Spot[] {
  const placed = [...items].sort(byUrgency(locale)).flatMap((item) => {
    const { coordinates } = item.card;
    return coordinates === undefined ? [] : [{ item, point: toPoint(coordinates) }];
  });
  const points = closeWidestGap(placed.map(({ point }) => point));
  return placed.map(({ item, point }, index) => ({ item, ...(points[index] ?? point) }));
}
