/** The chart of a backtest: readings with their limits, and below them a track of alerts for each version. Drawn in real pixels. */
import type { TelemetrySeriesOut } from '@picket/contracts/types';
import { metricFamilyOf } from '@picket/domain/metrics';
import { hasThreshold } from '@picket/domain/operators';
import type { PolicyContent } from '@picket/domain/policies';
import { severityLabel } from '@picket/domain/severity';
import { displayValue } from '@picket/domain/units';
import { useMemo } from 'react';
import { nameText, unitText } from '../../../lib/kind-texts.ts';
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

/** Where things lie in the chart, in pixels. */
interface Place {
  readonly width: number;
  readonly from: number;
  readonly to: number;
  /** Of the tracks. */
  readonly top: number;
  readonly bottom: number;
  readonly scale: { readonly low: number; readonly high: number };
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

function placeOf({ width, from, to, tracks }: Props, scale: Place['scale']): Place {
  const top = TOP + HEIGHT + AXIS;
  return {
    ...{ width, from, to, scale, top, bottom: top + tracks.length * TRACK_HEIGHT },
    x: (at) => LEFT + ((at - from) / (to - from)) * (width - LEFT - RIGHT),
    y: (value) => TOP + HEIGHT - ((value - scale.low) / (scale.high - scale.low)) * HEIGHT,
  };
}

export function BacktestChart(props: Props) {
  const t = useText();
  const { width, from, to, timezone, points, series, contents, tracks, label, useCelsius } = props;
  const metric = series?.sensorMetricId ?? '';
  const [column = ''] = (series?.column ?? '').split('@');
  const drawn = useMemo(() => {
    const shown = (value: number): number => displayValue(exampleSensorId(metric), column, value, { useCelsius }).value;
    return points.map(({ at, min, max }) => ({ at: Date.parse(at), min: shown(min), max: shown(max) }));
  }, [points, metric, column, useCelsius]);
  const shown = (value: number): number => displayValue(exampleSensorId(metric), column, value, { useCelsius }).value;
  const draftLimits = contents.length === 0 ? [] : limitsFor(contents.at(-1) ?? NOTHING, metric, column).map(shown);
  const oldLimits = contents.length < 2 ? [] : limitsFor(contents[0] ?? NOTHING, metric, column).map(shown);
  const unit = unitText(t, displayValue(exampleSensorId(metric), column, 0, { useCelsius }).unit);
  const scale = isState(metricFamilyOf(metric), column) ? YES_OR_NO : scaleOf(drawn, [...draftLimits, ...oldLimits]);
  const place = placeOf(props, scale);
  const height = place.bottom + 4;
  const changedLimits = oldLimits.filter((limit) => !draftLimits.includes(limit));
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <TimeAxis place={place} timezone={timezone} />
      {series !== null && <ValueAxis place={place} timezone={timezone} unit={unit} />}
      <path className="backtest-readings" d={pathOf(drawn, place.x, place.y, (to - from) / 720)} />
      <Limits place={place} limits={changedLimits} className="backtest-limit old" />
      <Limits place={place} limits={draftLimits} className="backtest-limit" />
      {tracks.map((track, index) => (
        <AlertTrack
          key={track.name}
          track={track}
          place={place}
          top={place.top + index * TRACK_HEIGHT}
          timezone={timezone}
        />
      ))}
    </svg>
  );
}

interface PartProps {
  readonly place: Place;
  readonly timezone: string;
}

function TimeAxis({ place: { width, from, to, x, bottom }, timezone }: PartProps) {
  const formats = useFormats(timezone);
  return timeTicks(from, to, timezone, tickCount(width - LEFT - RIGHT)).map((tick) => (
    <g key={tick.at}>
      <line className="backtest-grid" x1={x(tick.at)} x2={x(tick.at)} y1={TOP} y2={bottom} />
      {x(tick.at) < width - 40 && (
        <text className="backtest-axis" x={x(tick.at) + 3} y={TOP + HEIGHT + 14}>
          {tickText(formats, tick)}
        </text>
      )}
    </g>
  ));
}

/** The unit stands beside the topmost value. */
function ValueAxis({ place: { scale, y }, timezone, unit }: PartProps & { readonly unit: string }) {
  const t = useText();
  const formats = useFormats(timezone);
  if (scale === YES_OR_NO)
    return [1, 0].map((value) => (
      <text key={value} className="backtest-axis" x={LEFT - 6} y={y(value) + 4} textAnchor="end">
        {t(value === 0 ? 'simulation.chart.off' : 'simulation.chart.on')}
      </text>
    ));
  const { low, high } = scale;
  return [high, (high + low) / 2, low].map((value, index) => (
    <text key={value} className="backtest-axis" x={LEFT - 6} y={y(value) + (index === 0 ? 10 : 4)} textAnchor="end">
      {`${formats.number(value, high - low < 5 ? 1 : 0)}${index === 0 && unit !== '' ? ` ${unit}` : ''}`}
    </text>
  ));
}

interface LimitsProps {
  readonly place: Place;
  readonly limits: readonly number[];
  readonly className: string;
}

const Limits = ({ place: { width, y }, limits, className }: LimitsProps) =>
  limits.map((limit) => (
    <line key={limit} className={className} x1={LEFT} x2={width - RIGHT} y1={y(limit)} y2={y(limit)} />
  ));

interface TrackProps extends PartProps {
  readonly track: Track;
  readonly top: number;
}

/** The alerts of one version, each as long as it was open. */
function AlertTrack({ track: { name, alerts, isDraft }, place, top, timezone }: TrackProps) {
  const t = useText();
  const formats = useFormats(timezone);
  const { width, from, to, x } = place;
  const size = { y: top + 4, height: TRACK_HEIGHT - 10 };
  return (
    <g>
      <text className="backtest-axis" x={LEFT - 6} y={top + 14} textAnchor="end">
        {name}
      </text>
      <rect className="backtest-row" x={LEFT} width={width - LEFT - RIGHT} {...size} rx="3" />
      {alerts.map((alert, index) => {
        const begin = x(Math.max(from, alert.raisedAt));
        const end = x(Math.min(to, alert.clearedAt ?? to));
        return (
          <rect
            key={`${alert.raisedAt} ${index.toString()}`}
            className={`backtest-alert ${isDraft ? severityLabel(alert.severity) : 'in-force'}${alert.muted ? ' muted-one' : ''}`}
            x={Math.min(begin, width - RIGHT - MIN_WIDTH)}
            width={Math.max(MIN_WIDTH, end - begin)}
            {...size}
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
