/** What a graph shows, in words: the lowest, the highest and the last value of each line, with their times. */
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { GraphLine } from '../../ui/graph-data.ts';
import { lineSummary } from './line-summary.ts';

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
      {lines.map((line) => lineSummary(t, line, line.text ?? numberText, formats.dateTime)).join(' ')}
    </p>
  );
}
