/** What drawn charts share: both axes with round ticks, and limits. Readings and whatever else they show are drawn between them. */
import { useFormats } from '../lib/use-formats.ts';
import styles from './chart-frame.module.css';
import { type ChartBox, type ChartScale, type NamedTick, valueTicks, valueTickTexts } from './chart-scale.ts';
import { tickCount, tickText, timeTicks } from './time-ticks.ts';

interface FrameProps {
  readonly box: ChartBox;
  readonly scale: ChartScale;
}

/** Half of the width of a label of time. */
const HALF_TICK = 20;
/** From the lower edge of the plot to the baseline of its labels. */
const LABEL_DROP = 18;

interface ValueAxisProps extends FrameProps {
  /** Stands behind the topmost value. */
  readonly unit?: string;
  /** Instead of numbers: the values that have a name, such as the two of a state. */
  readonly named?: readonly NamedTick[] | null;
}

/** A line for each value, its label on the left. */
export function ValueAxis({ box, scale, unit = '', named = null }: ValueAxisProps) {
  const formats = useFormats();
  if (named !== null)
    return named.map(({ value, name }) => <ValueLine key={value} box={box} y={scale.y(value)} label={name} />);
  const ticks = valueTicks(scale.low, scale.high);
  const texts = valueTickTexts(ticks, formats.number);
  return ticks.map((tick, index) => (
    <ValueLine
      key={tick}
      box={box}
      y={scale.y(tick)}
      label={`${texts[index]}${index === ticks.length - 1 && unit !== '' ? ` ${unit}` : ''}`}
    />
  ));
}

function ValueLine({ box, y, label }: { readonly box: ChartBox; readonly y: number; readonly label: string }) {
  return (
    <g>
      <line className={styles.grid} x1={box.left} x2={box.width - box.right} y1={y} y2={y} />
      <AxisLabel box={box} y={y}>
        {label}
      </AxisLabel>
    </g>
  );
}

/** A text beside the plot, such as a value, or the name of a row below it. */
export function AxisLabel({
  box,
  y,
  children,
}: {
  readonly box: ChartBox;
  readonly y: number;
  readonly children: string;
}) {
  return (
    <text className={styles.label} x={box.left - 8} y={y + 4} textAnchor="end">
      {children}
    </text>
  );
}

/** Labels below the plot; the first one begins, and the last one ends, at the edge instead of beyond it. `gridTo`: with lines down to there. */
export function TimeAxis({
  box,
  scale: { from, to, x },
  timezone,
  gridTo,
}: FrameProps & { readonly timezone: string; readonly gridTo?: number }) {
  const formats = useFormats(timezone);
  const end = box.width - box.right;
  return timeTicks(from, to, timezone, tickCount(end - box.left)).map((tick) => {
    const isLast = x(tick.at) > end - HALF_TICK;
    const isFirst = !isLast && x(tick.at) < HALF_TICK;
    const anchored = isFirst ? 'start' : 'middle';
    return (
      <g key={tick.at}>
        {gridTo !== undefined && (
          <line className={styles.grid} x1={x(tick.at)} x2={x(tick.at)} y1={box.top} y2={gridTo} />
        )}
        <text
          className={styles.label}
          x={isLast ? end : isFirst ? 0 : x(tick.at)}
          y={box.height - box.bottom + LABEL_DROP}
          textAnchor={isLast ? 'end' : anchored}
        >
          {tickText(formats, tick)}
        </text>
      </g>
    );
  });
}

interface LimitProps extends FrameProps {
  readonly value: number;
  /** Its color: `.graph` sets that of the alert. */
  readonly tone?: 'former';
}

/** A limit across the plot. One that lies outside of it is not drawn over what stands there. */
export function LimitLine({ box, scale, value, tone }: LimitProps) {
  if (value < scale.low || value > scale.high) return null;
  return (
    <line
      className={styles.limit}
      data-tone={tone}
      x1={box.left}
      x2={box.width - box.right}
      y1={scale.y(value)}
      y2={scale.y(value)}
    />
  );
}
