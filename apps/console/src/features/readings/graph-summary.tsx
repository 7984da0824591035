/** What a graph shows, in words: the lowest, the highest and the last value of each line, with their times. */
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { GraphLine } from '../../ui/graph-data.ts';

interface Props {
  /** For the graph, which it describes. */
  readonly id: string;
  readonly lines: readonly GraphLine[];
  readonly unit: string;
  readonly decimals: number;
  readonly timezone: string;
}

export function GraphSummary({ id, lines, unit, decimals, timezone }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const numberText = (value: number): string => {
    const text = formats.number(value, decimals);
    return unit === '' ? text : `${text} ${unit}`;
  };
  return (
    <p id={id} className="visually-hidden">
      {lines.map((line) => summaryOf(t, line, line.text ?? numberText, formats.dateTime)).join(' ')}
    </p>
  );
}

function summaryOf(
  t: Translator,
  { name, points }: GraphLine,
  valueText: (value: number) => string,
  timeText: (at: number) => string,
): string {
  const last = points.at(-1);
  if (last === undefined) return '';
  const lowest = points.reduce((low, point) => (point.min < low.min ? point : low));
  const highest = points.reduce((high, point) => (point.max > high.max ? point : high));
  return t('telemetry.graph.summary', {
    name,
    low: valueText(lowest.min),
    lowAt: timeText(lowest.at),
    high: valueText(highest.max),
    highAt: timeText(highest.at),
    last: valueText(last.mean),
    lastAt: timeText(last.at),
  });
}
