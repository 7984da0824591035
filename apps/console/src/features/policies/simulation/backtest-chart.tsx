/** The chart of a backtest: readings with their limits, and below them a track of alerts for each version. Drawn in real pixels. */
import type { TelemetrySeriesOut } from '@picket/contracts/types';
import { comparesReadings } from '@picket/domain/aggregations';
import { metricFamilyOf } from '@picket/domain/metrics';
import { hasThreshold } from '@picket/domain/operators';
import type { PolicyContent } from '@picket/domain/policies';
import { severityLabel } from '@picket/domain/severity';
import { displayValue } from '@picket/domain/units';
import { useMemo } from 'react';
import { nameText, unitText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { AxisLabel, LimitLine, TimeAxis, ValueAxis } from '../../../ui/chart-frame.tsx';
import { brokenPath, type ChartBox, type ChartScale, chartScale } from '../../../ui/chart-scale.ts';
import { exampleSensorId, isState } from '../policy-content.ts';
import styles from './backtest.module.css';
import { type ChartAlert, lastedText } from './backtest-summary.ts';

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
      condition.sensorMetricId === family &&
      condition.column === column &&
      hasThreshold(condition.operator) &&
      comparesReadings(condition.calc)
        ? [condition.threshold]
        : [],
    ),
  );
}

/** The tracks lie below the plot and its labels of time. */
const boxOf = (width: number): ChartBox => ({
  ...{ width, left: LEFT, right: RIGHT, top: TOP },
  height: TOP + HEIGHT + AXIS,
  bottom: AXIS,
});

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
  const isOnOrOff = isState(metricFamilyOf(metric), column);
  const box = boxOf(width);
  const range = isOnOrOff ? YES_OR_NO : rangeOf(drawn, [...draftLimits, ...oldLimits]);
  const scale = chartScale(box, { from, to, ...range });
  const bottom = box.height + tracks.length * TRACK_HEIGHT;
  const height = bottom + 4;
  const changedLimits = oldLimits.filter((limit) => !draftLimits.includes(limit));
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <TimeAxis box={box} scale={scale} timezone={timezone} gridTo={bottom} />
      {series !== null && (isOnOrOff ? <OnOffAxis box={box} scale={scale} /> : <ValueAxis {...{ box, scale, unit }} />)}
      <path className={styles.readings} d={pathOf(drawn, scale, (to - from) / 720)} />
      {changedLimits.map((limit) => (
        <LimitLine key={limit} box={box} scale={scale} value={limit} tone="former" />
      ))}
      {draftLimits.map((limit) => (
        <LimitLine key={limit} box={box} scale={scale} value={limit} />
      ))}
      {tracks.map((track, index) => (
        <AlertTrack
          key={track.name}
          track={track}
          box={box}
          scale={scale}
          top={box.height + index * TRACK_HEIGHT}
          timezone={timezone}
        />
      ))}
    </svg>
  );
}

interface PartProps {
  readonly box: ChartBox;
  readonly scale: ChartScale;
}

function OnOffAxis({ box, scale }: PartProps) {
  const t = useText();
  return [1, 0].map((value) => (
    <AxisLabel key={value} box={box} y={scale.y(value)}>
      {t(value === 0 ? 'simulation.chart.off' : 'simulation.chart.on')}
    </AxisLabel>
  ));
}

interface TrackProps extends PartProps {
  readonly track: Track;
  readonly top: number;
  readonly timezone: string;
}

/** The alerts of one version, each as long as it was open. */
function AlertTrack({ track: { name, alerts, isDraft }, box, scale, top, timezone }: TrackProps) {
  const t = useText();
  const formats = useFormats(timezone);
  const { width } = box;
  const { from, to, x } = scale;
  const size = { y: top + 4, height: TRACK_HEIGHT - 10 };
  return (
    <g>
      <AxisLabel box={box} y={top + 10}>
        {name}
      </AxisLabel>
      <rect className={styles.row} x={LEFT} width={width - LEFT - RIGHT} {...size} rx="3" />
      {alerts.map((alert, index) => {
        const begin = x(Math.max(from, alert.raisedAt));
        const end = x(Math.min(to, alert.clearedAt ?? to));
        return (
          <rect
            key={`${alert.raisedAt} ${index.toString()}`}
            className={styles.alert}
            data-state={isDraft ? severityLabel(alert.severity) : 'in-force'}
            data-muted={alert.muted || undefined}
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
function rangeOf(points: readonly Drawn[], limits: readonly number[]): { readonly low: number; readonly high: number } {
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
const pathOf = (points: readonly Drawn[], { x, y }: ChartScale, bucket: number): string =>
  brokenPath(
    points,
    GAP_BUCKETS * bucket,
    ({ at, min, max }) => `${x(at).toFixed(1)},${y(max).toFixed(1)}V${y(min).toFixed(1)}`,
  );
