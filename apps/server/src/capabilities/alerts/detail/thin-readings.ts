/** Fewer readings of a graph, with its lowest and highest ones. Pure. */

interface Columns {
  readonly at: Float64Array;
  /** NaN: unknown. */
  readonly value: Float64Array;
}

/** The places of about `most` readings: the first and the last one, and of each group between the lowest and the highest. */
export function thinReadings({ at, value }: Columns, most: number): readonly number[] {
  const total = at.length;
  if (total <= most) return [...at.keys()];
  const size = Math.ceil((2 * total) / most);
  const places = new Set([0]);
  for (let begin = 0; begin < total; begin += size) {
    let [low, high] = [begin, begin];
    for (let place = begin; place < Math.min(total, begin + size); place++) {
      const here = value[place] ?? Number.NaN;
      if (here < (value[low] ?? 0) || Number.isNaN(value[low])) low = place;
      if (here > (value[high] ?? 0) || Number.isNaN(value[high])) high = place;
    }
    places.add(Math.min(low, high));
    places.add(Math.max(low, high));
  }
  places.add(total - 1);
  return [...places].sort((a, b) => a - b);
}
