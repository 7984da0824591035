/** The chart of a backtest: readings with their limits, and below them a track of alerts for each version. Drawn in real pixels. */
import type { TelemetrySeriesOut } from '@picket/contracts/types';
import { isShownUnit } from '@picket/domain/metric-units';
import { metricFamilyOf } from '@picket/domain/metrics';
import { hasThreshold } from '@picket/domain/operators';
import type { PolicyContent } from '@picket/domain/policies';
import { severityLabel } from '@picket/domain/severity';
import { displayValue } from '@picket/domain/units';
import { useMemo } from 'react';
import { nameText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { tickCount, tickText, timeTicks } from '../../../ui/time-ticks.ts';
import { exampleSensorId, isState } from '../policy-content.ts';
import { type ChartAlert, lastedText } from './backtest-summary.ts';
import './backtest.css';

const LEFT = 54;
const RIGHT = 8;
const TOP = 10;
const HEIGHT = 150;
const AXIS = 20;
const TRACK_HEIGHT = 24;
/** Shorter alerts stay visible. */
const MIN_WIDTH = 4;
/** Beyond this many buckets without a reading the line is broken. */
const GAP_BUCKETS = 3;

export interface Track {
  readonly name: string;
  readonly alerts: readonly ChartAlert[];
  readonly isDraft: boolean;
}

interface Props {
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly timezone: string;
  readonly points: TelemetrySeriesOut['points'];
  readonly series: { readonly sensorMetricId: string; readonly column: string } | null;
  /** In force first, the draft last: where their limits lie. */
  readonly contents: readonly PolicyContent[];
  readonly tracks: readonly Track[];
  readonly label: string;
  readonly useCelsius: boolean;
}

/** The limits a policy sets a series. */
function limitsFor(content: PolicyContent, sensorMetricId: string, column: string): readonly number[] {
  const family = metricFamilyOf(sensorMetricId);
  return content.definition.violations.flatMap(({ conditions }) =>
    conditions.flatMap((condition) =>
      condition.sensorMetricId === family && condition.column === column && hasThreshold(condition.operator)
        ? [condition.threshold]
        : [],
    ),
  );
}

export function BacktestChart({
  width,
  from,
  to,
  timezone,
  points,
  series,
  contents,
  tracks,
  label,
  useCelsius,
}: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const metric = series?.sensorMetricId ?? '';
  const [column = ''] = (series?.column ?? '').split('@');
  const x = (at: number): number => LEFT + ((at - from) / (to - from)) * (width - LEFT - RIGHT);
  const drawn = useMemo(() => {
    const shown = (value: number): number => displayValue(exampleSensorId(metric), column, value, { useCelsius }).value;
    return points.map(({ at, min, max }) => ({ at: Date.parse(at), min: shown(min), max: shown(max) }));
  }, [points, metric, column, useCelsius]);
  const shown = (value: number): number => displayValue(exampleSensorId(metric), column, value, { useCelsius }).value;
  const draftLimits = contents.length === 0 ? [] : limitsFor(contents.at(-1) ?? NOTHING, metric, column).map(shown);
  const oldLimits = contents.length < 2 ? [] : limitsFor(contents[0] ?? NOTHING, metric, column).map(shown);
  const { unit } = displayValue(exampleSensorId(metric), column, 0, { useCelsius });
  const scale = isState(metricFamilyOf(metric), column) ? YES_OR_NO : scaleOf(drawn, [...draftLimits, ...oldLimits]);
  const y = (value: number): number => TOP + HEIGHT - ((value - scale.low) / (scale.high - scale.low)) * HEIGHT;
  const tracksTop = TOP + HEIGHT + AXIS;
  const height = tracksTop + tracks.length * TRACK_HEIGHT + 4;
  const ticks = timeTicks(from, to, timezone, tickCount(width - LEFT - RIGHT));
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick.at}>
          <line
            className="backtest-grid"
            x1={x(tick.at)}
            x2={x(tick.at)}
            y1={TOP}
            y2={tracksTop + tracks.length * TRACK_HEIGHT}
          />
          {x(tick.at) < width - 40 && (
            <text className="backtest-axis" x={x(tick.at) + 3} y={TOP + HEIGHT + 14}>
              {tickText(formats, tick)}
            </text>
          )}
        </g>
      ))}
      {series !== null &&
        (scale === YES_OR_NO ? [1, 0] : [scale.high, (scale.high + scale.low) / 2, scale.low]).map((value, index) => (
          <text
            key={value}
            className="backtest-axis"
            x={LEFT - 6}
            y={y(value) + (index === 0 && scale !== YES_OR_NO ? 10 : 4)}
            textAnchor="end"
          >
            {scale === YES_OR_NO
              ? t(value === 0 ? 'simulation.chart.off' : 'simulation.chart.on')
              : `${formats.number(value, scale.high - scale.low < 5 ? 1 : 0)}${index === 0 && isShownUnit(unit) ? ` ${unit}` : ''}`}
          </text>
        ))}
      <path className="backtest-readings" d={pathOf(drawn, x, y, (to - from) / 720)} />
      {oldLimits
        .filter((limit) => !draftLimits.includes(limit))
        .map((limit) => (
          <line key={limit} className="backtest-limit old" x1={LEFT} x2={width - RIGHT} y1={y(limit)} y2={y(limit)} />
        ))}
      {draftLimits.map((limit) => (
        <line key={limit} className="backtest-limit" x1={LEFT} x2={width - RIGHT} y1={y(limit)} y2={y(limit)} />
      ))}
      {tracks.map(({ name, alerts, isDraft }, index) => {
        const top = tracksTop + index * TRACK_HEIGHT;
        return (
          <g key={name}>
            <text className="backtest-axis" x={LEFT - 6} y={top + 14} textAnchor="end">
              {name}
            </text>
            <rect
              className="backtest-row"
              x={LEFT}
              y={top + 4}
              width={width - LEFT - RIGHT}
              height={TRACK_HEIGHT - 10}
              rx="3"
            />
            {alerts.map((alert, place) => {
              const begin = x(Math.max(from, alert.raisedAt));
              const end = x(Math.min(to, alert.clearedAt ?? to));
              return (
                <rect
                  key={`${alert.raisedAt} ${place.toString()}`}
                  className={`backtest-alert ${isDraft ? severityLabel(alert.severity) : 'in-force'}${alert.muted ? ' muted-one' : ''}`}
                  x={Math.min(begin, width - RIGHT - MIN_WIDTH)}
                  y={top + 4}
                  width={Math.max(MIN_WIDTH, end - begin)}
                  height={TRACK_HEIGHT - 10}
                  rx="2"
                >
                  <title>
                    {t('simulation.chart.alert', {
                      violation: nameText(t, alert.violation),
                      raised: formats.dateTimeWithSeconds(alert.raisedAt),
                      lasted: lastedText(t, formats, alert),
                    })}
                  </title>
                </rect>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

const NOTHING: PolicyContent = { definition: { violations: [] }, doNotDisturb: null };

const YES_OR_NO = { low: -0.06, high: 1.06 };

interface Drawn {
  readonly at: number;
  readonly min: number;
  readonly max: number;
}

/** Limits far from all readings would flatten the curve: they are left out of the scale. */
function scaleOf(points: readonly Drawn[], limits: readonly number[]): { readonly low: number; readonly high: number } {
  const values = points.flatMap(({ min, max }) => [min, max]);
  const known = values.length === 0 ? (limits.length === 0 ? [0, 1] : limits) : values;
  const least = known.reduce((a, b) => Math.min(a, b));
  const most = known.reduce((a, b) => Math.max(a, b));
  const reach = Math.max(most - least, 1);
  const near = limits.filter((limit) => limit > least - 1.5 * reach && limit < most + 1.5 * reach);
  return {
    low: Math.min(least, ...near) - 0.08 * reach,
    high: Math.max(most, ...near) + 0.08 * reach,
  };
}

/** Up and down between the extremes of each bucket, so that no peak is drawn smaller than it was. */
function pathOf(
  points: readonly Drawn[],
  x: (at: number) => number,
  y: (value: number) => number,
  bucket: number,
): string {
  let path = '';
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, min, max } of points) {
    const place = x(at).toFixed(1);
    path += `${at - last > GAP_BUCKETS * bucket ? 'M' : 'L'}${place},${y(max).toFixed(1)}V${y(min).toFixed(1)}`;
    last = at;
  }
  return path;
}
