/** What a line of a graph shows, in a sentence. Pure. */
import type { Translator } from '../../lib/texts.ts';
import type { GraphLine } from '../../ui/graph-data.ts';

/** '': it has no points. `timeText`: a date with its time. */
export function lineSummary(
  t: Translator,
  { name, points }: GraphLine,
  valueText: (value: number) => string,
  timeText: (at: number) => string,
): string {
  const last = points.at(-1);
  if (last === undefined) return '';
  const lowest = points.reduce((low, point) => (point.min < low.min ? point : low));
  const highest = points.reduce((high, point) => (point.max > high.max ? point : high));
  const [low, high, lastAt] = [valueText(lowest.min), valueText(highest.max), timeText(last.at)];
  // A state that did not change has no lowest and no highest value for its reader.
  if (low === high) return t('telemetry.graph.summaryOfOne', { name, value: low, lastAt });
  return t('telemetry.graph.summary', {
    name,
    low,
    lowAt: timeText(lowest.at),
    high,
    highAt: timeText(highest.at),
    last: valueText(last.mean),
    lastAt,
  });
}
