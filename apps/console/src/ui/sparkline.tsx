/** A small line graph. Gaps stay gaps; limits near the values are dashed lines. */
import { useText } from '../lib/texts.ts';

const WIDTH = 140;
const HEIGHT = 34;
const PADDING = 3;

interface Props {
  /** Oldest first, evenly spaced; null: unknown. */
  readonly values: readonly (number | null)[];
  readonly label: string;
  readonly isInViolation?: boolean;
  readonly limits?: readonly number[];
}

export function Sparkline({ values, label, isInViolation = false, limits = [] }: Props) {
  const t = useText();
  const known = values.filter((value): value is number => value !== null);
  if (known.length === 0)
    return <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('ui.sparkline.empty', { label })} />;
  const min = Math.min(...known);
  const max = Math.max(...known);
  const tolerance = Math.max(max - min, 0.5);
  const near = limits.filter((limit) => limit > min - tolerance && limit < max + tolerance);
  const low = Math.min(min, ...near) - 0.1 * tolerance;
  const high = Math.max(max, ...near) + 0.1 * tolerance;
  const x = (index: number): number => (index / (values.length - 1)) * WIDTH;
  const y = (value: number): number => HEIGHT - PADDING - ((value - low) / (high - low)) * (HEIGHT - 2 * PADDING);
  const path = values
    .map((value, index) => {
      if (value === null) return '';
      const start = (values[index - 1] ?? null) === null ? 'M' : 'L';
      // A value between two gaps is drawn as a dot.
      const dot = start === 'M' && (values[index + 1] ?? null) === null ? 'h0.01' : '';
      return `${start}${x(index).toFixed(1)},${y(value).toFixed(1)}${dot}`;
    })
    .join('');
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {near.map((limit) => (
        <line
          key={limit}
          x1="0"
          x2={WIDTH}
          y1={y(limit)}
          y2={y(limit)}
          stroke="var(--critical)"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
          opacity="0.7"
        />
      ))}
      <path
        d={path}
        fill="none"
        stroke={isInViolation ? 'var(--critical)' : 'var(--series-1)'}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
