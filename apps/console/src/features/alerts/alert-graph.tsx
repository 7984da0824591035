/** The readings around an alert, with its limit, when it was raised, and its duration. */

import type { AlertDetailOut, AlertReadingOut } from '@picket/contracts/types';
import { recordedOperator } from '@picket/domain/operators';
import { displayValue } from '@picket/domain/units';
import { formatTime, formatTimeWithSeconds } from '../../lib/format-time.ts';
import { useWidth } from '../../lib/use-width.ts';
import { alertTimezone } from './alert-text.ts';

/** Used until the width is measured. */
const DEFAULT_WIDTH = 820;
const NARROW = 500;
const LEFT = 48;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 30;

interface Props {
  readonly alert: AlertDetailOut;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly threshold: number;
  readonly operator: string;
  readonly holdMs: number;
  readonly useCelsius: boolean;
}

interface Point {
  readonly at: number;
  readonly value: number;
}

/** Returns ticks in steps of 1, 2 or 5 times a power of ten: about five. */
function computeTicks(low: number, high: number): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1000; tick += step)
    ticks.push(Number(tick.toFixed(6)));
  return ticks;
}

function toPoints(readings: readonly AlertReadingOut[], props: Props): Point[] {
  const { sensorMetricId, column, useCelsius } = props;
  return readings.flatMap((reading) => {
    if (reading.sensorMetricId !== sensorMetricId || reading.column !== column || reading.value === null) return [];
    return [
      { at: Date.parse(reading.at), value: displayValue(sensorMetricId, column, reading.value, { useCelsius }).value },
    ];
  });
}

export function AlertGraph(props: Props) {
  const { ref, width: measured } = useWidth<HTMLDivElement>();
  // Drawn in CSS pixels, so that text keeps its size on a phone.
  const width = Math.max(240, Math.round(measured) || DEFAULT_WIDTH);
  const height = width < NARROW ? 220 : 300;
  const { alert, sensorMetricId, column, threshold, operator, holdMs, useCelsius } = props;
  const points = toPoints(alert.readings, props);
  if (points.length < 2) return <p className="muted">Too few readings for a graph.</p>;
  const timezone = alertTimezone(alert);
  const limit = displayValue(sensorMetricId, column, threshold, { useCelsius });
  const values = [...points.map((point) => point.value), limit.value];
  const range = Math.max(Math.max(...values) - Math.min(...values), 1);
  const low = Math.min(...values) - range * 0.12;
  const high = Math.max(...values) + range * 0.12;
  const from = points[0]?.at ?? 0;
  const to = points.at(-1)?.at ?? 1;
  const x = (at: number): number => LEFT + ((at - from) / Math.max(1, to - from)) * (width - LEFT - RIGHT);
  const y = (value: number): number => TOP + ((high - value) / (high - low)) * (height - TOP - BOTTOM);
  const raised = Math.min(to, Math.max(from, Date.parse(alert.raisedAt)));
  const end = Math.min(to, alert.endedAt === undefined ? to : Date.parse(alert.endedAt));
  const path = points
    .map(({ at, value }, index) => {
      const before = points[index - 1];
      const start = before === undefined || at - before.at > holdMs ? 'M' : 'L';
      return `${start}${x(at).toFixed(1)},${y(value).toFixed(1)}`;
    })
    .join('');
  const isolated = points.filter(({ at }, index) => {
    const before = points[index - 1];
    const next = points[index + 1];
    return (before === undefined || at - before.at > holdMs) && (next === undefined || next.at - at > holdMs);
  });
  const labels = width < NARROW ? 3 : 5;
  const times = Array.from({ length: labels }, (_, index) => from + ((to - from) * (index + 0.5)) / labels);
  const timeText = to - from < 300_000 ? formatTimeWithSeconds : formatTime;
  const limitText = `limit: ${recordedOperator(operator)?.phrase ?? ''} ${limit.text} ${limit.unit}`;
  return (
    <div ref={ref}>
      <svg
        className="graph"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Readings around the alert; ${limitText}`}
      >
        {end > raised && (
          <rect
            x={x(raised)}
            y={TOP}
            width={x(end) - x(raised)}
            height={height - TOP - BOTTOM}
            fill="var(--critical-soft)"
          />
        )}
        {computeTicks(low, high).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {times.map((at) => (
          <text key={at} x={x(at)} y={height - 8} textAnchor="middle">
            {timeText(at, timezone)}
          </text>
        ))}
        <line
          x1={LEFT}
          x2={width - RIGHT}
          y1={y(limit.value)}
          y2={y(limit.value)}
          stroke="var(--critical)"
          strokeDasharray="5 4"
        />
        <text x={LEFT + 6} y={y(limit.value) - 6} style={{ fill: 'var(--critical)' }}>
          {limitText}
        </text>
        <path d={path} fill="none" stroke="var(--series-1)" strokeWidth="2.2" strokeLinejoin="round" />
        {isolated.map(({ at, value }) => (
          <circle key={at} className="mark-alone" cx={x(at)} cy={y(value)} r="2.6" />
        ))}
        <line x1={x(raised)} x2={x(raised)} y1={TOP} y2={height - BOTTOM} stroke="var(--critical)" strokeWidth="1.5" />
      </svg>
      <details className="small">
        <summary>Show table</summary>
        <section className="table-scroll" tabIndex={0} aria-label="Readings as a table">
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Value ({limit.unit})</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ at, value }) => (
                <tr key={at}>
                  <td className="num">{formatTimeWithSeconds(at, timezone)}</td>
                  <td className="num">{value.toFixed(1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </div>
  );
}
