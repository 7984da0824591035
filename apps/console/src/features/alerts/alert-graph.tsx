/** The readings around an alert: the line, its limit, when the alert was raised, and how long it lasted. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { comparesReadings } from '@picket/domain/aggregations';
import { hasThreshold, type Side, sideOf } from '@picket/domain/operators';
import { hasLimit } from '@picket/domain/series-limits';
import { displayValue } from '@picket/domain/units';
import { useMemo } from 'react';
import { limitText as comparisonText } from '../../lib/kind-texts.ts';
import { useLiveReading } from '../../lib/live-readings.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useWidth } from '../../lib/use-width.ts';
import { LimitLine, TimeAxis, ValueAxis } from '../../ui/chart-frame.tsx';
import type { ChartBox, ChartScale, NamedTick } from '../../ui/chart-scale.ts';
import { gapThreshold } from '../../ui/graph-data.ts';
import { useProfile } from '../session/index.ts';
import { alertSpan, type GraphPoint, isolatedPoints, linePath, scaleOf, stateTicks } from './alert-graph-model.ts';
import styles from './alert-page.module.css';
import { AlertReadingsTable } from './alert-readings-table.tsx';
import { alertTimezone } from './alert-text.ts';

/** Used until the width is measured. */
const DEFAULT_WIDTH = 820;
const NARROW = 500;
const EDGES = { left: 48, right: 12, top: 12, bottom: 30 };
/** For words instead of numbers. */
const LEFT_OF_STATES = 84;

interface Props {
  readonly alert: AlertEvidenceOut;
  readonly condition: AlertEvidenceOut['conditions'][number];
  /** Further apart, two readings have a gap between them. */
  readonly holdMs: number;
}

/** The readings of a condition in the unit of the reader, with the newest one as it arrives. */
function usePoints({ alert, condition: { sensorMetricId, column, zoneId } }: Props): readonly GraphPoint[] {
  const { useCelsius } = useProfile().preferences;
  const stored = useMemo(
    () =>
      alert.readings
        .filter((one) => one.sensorMetricId === sensorMetricId && one.column === column)
        .map(({ at, value }) => ({ at: Date.parse(at), value })),
    [alert.readings, sensorMetricId, column],
  );
  const last = stored.at(-1) ?? { at: 0, value: null };
  const isLive = alert.state === 'OPEN' && zoneId === undefined;
  const newest = useLiveReading(isLive ? (alert.sentry?.guid ?? '') : '', sensorMetricId, column, last);
  return useMemo(() => {
    const all = newest.at > last.at ? [...stored, newest] : stored;
    return all.flatMap(({ at, value }) =>
      value === null ? [] : [{ at, value: displayValue(sensorMetricId, column, value, { useCelsius }).value }],
    );
  }, [stored, newest, last.at, sensorMetricId, column, useCelsius]);
}

/** Drawn in CSS pixels, so that text keeps its size on a phone. */
function boxOf(measured: number, hasStates: boolean): ChartBox {
  const width = Math.max(240, Math.round(measured) || DEFAULT_WIDTH);
  const box = { width, height: width < NARROW ? 220 : 300, ...EDGES };
  return hasStates ? { ...box, left: LEFT_OF_STATES } : box;
}

export function AlertGraph(props: Props) {
  const t = useText();
  const { ref, width: measured } = useWidth<HTMLDivElement>();
  const { alert, condition } = props;
  const { sensorMetricId, column, threshold, operator, calc } = condition;
  const { useCelsius } = useProfile().preferences;
  const formats = useFormats(alertTimezone(alert));
  const points = usePoints(props);
  if (points.length < 2) return <p className="muted">{t('alerts.tooFewReadings')}</p>;
  const states = stateTicks(t, sensorMetricId);
  const box = boxOf(measured, states !== null);
  const limit = displayValue(sensorMetricId, column, threshold, { useCelsius });
  // A sensor may report less often than its sentry.
  const gapMs = gapThreshold(points, props.holdMs, 0);
  const isOfReadings = comparesReadings(calc);
  // The words of a state say what raises an alert; what is computed over a time is not on the line.
  const isLimited = states === null && hasThreshold(operator) && hasLimit(condition) && isOfReadings;
  const scale = scaleOf(points, isOfReadings ? [limit.value] : [], box);
  const limitText = isLimited
    ? t('alerts.graphLimit', {
        comparison: comparisonText(t, operator),
        limit: formats.valueText(sensorMetricId, column, threshold),
      })
    : '';
  return (
    <div ref={ref}>
      <svg
        className={styles.graph}
        data-graph
        data-severity={alert.severityLabel}
        viewBox={`0 0 ${box.width} ${box.height}`}
        role="img"
        aria-label={limitText === '' ? t('alerts.readingsAround') : t('alerts.graphLabel', { limit: limitText })}
      >
        <GraphGround
          alert={alert}
          scale={scale}
          box={box}
          limit={isLimited ? limit.value : null}
          operator={operator}
          states={states}
        />
        {isLimited && (
          <text className={styles.graphLimitText} x={box.left + 6} y={scale.y(limit.value) - 6}>
            {limitText}
          </text>
        )}
        <path className={styles.graphLine} d={linePath(points, scale, gapMs, states !== null)} />
        {isolatedPoints(points, gapMs).map(({ at, value }) => (
          <circle key={at} className="lone-point" cx={scale.x(at)} cy={scale.y(value)} r="2.6" />
        ))}
        <RaisedMark alert={alert} points={points} scale={scale} box={box} />
      </svg>
      <AlertReadingsTable points={points} unit={limit.unit} states={states} formats={formats} />
    </div>
  );
}

interface LayerProps {
  readonly alert: AlertEvidenceOut;
  readonly scale: ChartScale;
  readonly box: ChartBox;
}

/** The values on which a condition is not met; null: they are not all on one side of the limit. */
function rangeWithin(
  side: Side | null,
  limit: number,
  { low, high }: ChartScale,
): Pick<ChartScale, 'low' | 'high'> | null {
  if (side === null) return null;
  return side === 'below' ? { low: limit, high } : { low, high: limit };
}

/** What lies behind the line: the range within the limit, the span of the alert, the grid with its labels, the limit. */
function GraphGround({
  alert,
  scale,
  box,
  limit,
  operator,
  states,
}: LayerProps & {
  readonly limit: number | null;
  readonly operator: string;
  readonly states: readonly NamedTick[] | null;
}) {
  const { width, height, left, right, top, bottom } = box;
  const { x, y } = scale;
  const span = alertSpan(alert, scale);
  const within = limit === null ? null : rangeWithin(sideOf(operator), limit, scale);
  return (
    <>
      {within !== null && (
        <rect
          className={styles.graphWithin}
          x={left}
          width={width - left - right}
          y={y(within.high)}
          height={Math.max(0, y(within.low) - y(within.high))}
        />
      )}
      {span !== null && (
        <rect
          className={styles.graphSpan}
          x={x(span.begin)}
          width={x(span.end) - x(span.begin)}
          y={top}
          height={height - top - bottom}
        />
      )}
      <ValueAxis box={box} scale={scale} named={states} />
      <TimeAxis box={box} scale={scale} timezone={alertTimezone(alert)} />
      {limit !== null && <LimitLine box={box} scale={scale} value={limit} />}
    </>
  );
}

/** When it was raised: a line, and a dot on the reading. */
function RaisedMark({ alert, points, scale, box }: LayerProps & { readonly points: readonly GraphPoint[] }) {
  const raised = Date.parse(alert.raisedAt);
  if (raised < scale.from || raised > scale.to) return null;
  const reading = points.findLast(({ at }) => at <= raised);
  return (
    <g className={styles.graphRaised}>
      <line x1={scale.x(raised)} x2={scale.x(raised)} y1={box.top} y2={box.height - box.bottom} />
      {reading !== undefined && <circle cx={scale.x(raised)} cy={scale.y(reading.value)} r="4" />}
    </g>
  );
}
