/** What the sensor of the alert measured during a clip, with the reading at the cursor. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { comparesReadings } from '@picket/domain/aggregations';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold } from '@picket/domain/operators';
import { hasLimit } from '@picket/domain/series-limits';
import { limitText, metricText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useWidth } from '../../../lib/use-width.ts';
import { LimitLine, TimeAxis } from '../../../ui/chart-frame.tsx';
import { type ChartBox, chartScale, steppedPath } from '../../../ui/chart-scale.ts';
import classes from './clip-player.module.css';
import { type ClipSpan, isInside } from './clip-time.ts';

const BOX = { height: 112, left: 0, right: 0, top: 8, bottom: 24 } as const;
const HOLD_MS = 150_000;

interface Point {
  readonly at: number;
  readonly value: number;
}

interface Props {
  readonly alert: AlertEvidenceOut;
  readonly span: ClipSpan;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly timezone: string;
}

export function ClipReadings({ alert, span, at, timezone }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const { ref, width } = useWidth<HTMLDivElement>();
  const condition = alert.conditions.find(({ sensorMetricId }) => sensorMetricId !== SILENCE_METRIC);
  if (condition === undefined) return null;
  const { sensorMetricId, column, threshold, operator, calc } = condition;
  const isLimited = hasThreshold(operator) && hasLimit(condition) && comparesReadings(calc);
  const points = alert.readings.flatMap((one): Point[] =>
    one.sensorMetricId === sensorMetricId && one.column === column && one.value !== null
      ? [{ at: Date.parse(one.at), value: one.value }]
      : [],
  );
  const current = points.findLast((one) => one.at <= at && at - one.at <= HOLD_MS);
  // With the one before, which holds on.
  const first = points.findLastIndex((one) => one.at < span.from);
  const shown = points.slice(Math.max(0, first)).filter((one) => one.at <= span.to && one.at + HOLD_MS > span.from);
  return (
    <div ref={ref} className={classes.readings}>
      <p className="row small num">
        <strong>{metricText(t, sensorMetricId, column)}</strong>
        <span className="grow" />
        <span className="muted">{t('clips.atCursor', { time: formats.timeWithSeconds(at) })}</span>
        <strong>
          {current === undefined ? t('clips.noReading') : formats.valueText(sensorMetricId, column, current.value)}
        </strong>
      </p>
      {shown.length > 0 && (
        <ReadingsGraph
          points={shown}
          limit={isLimited ? threshold : null}
          limitLabel={
            isLimited
              ? t('clips.limit', {
                  comparison: limitText(t, operator),
                  limit: formats.valueText(sensorMetricId, column, threshold),
                })
              : ''
          }
          span={span}
          at={at}
          timezone={timezone}
          width={Math.max(200, Math.round(width))}
          raisedAt={Date.parse(alert.raisedAt)}
        />
      )}
    </div>
  );
}

interface GraphProps extends Omit<Props, 'alert'> {
  readonly points: readonly Point[];
  readonly limit: number | null;
  readonly limitLabel: string;
  readonly width: number;
  readonly raisedAt: number;
}

function ReadingsGraph({ points, limit, limitLabel, span, at, timezone, width, raisedAt }: GraphProps) {
  const t = useText();
  const box: ChartBox = { ...BOX, width };
  const values = [...points.map(({ value }) => value), ...(limit === null ? [] : [limit])];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const air = Math.max(most - least, 0.01) * 0.15;
  const scale = chartScale(box, { from: span.from, to: span.to, low: least - air, high: most + air });
  return (
    <svg className={classes.graph} viewBox={`0 0 ${width} ${BOX.height}`} role="img" aria-label={t('clips.graph')}>
      <TimeAxis box={box} scale={scale} timezone={timezone} />
      {limit !== null && (
        <>
          <LimitLine box={box} scale={scale} value={limit} />
          <text className={classes.limitLabel} x={width - 4} y={scale.y(limit) - 5} textAnchor="end">
            {limitLabel}
          </text>
        </>
      )}
      {isInside(span, raisedAt) && (
        <line
          className={classes.raised}
          x1={scale.x(raisedAt)}
          x2={scale.x(raisedAt)}
          y1={BOX.top}
          y2={BOX.height - BOX.bottom}
        />
      )}
      <path className={classes.line} d={steppedPath(points, { hold: HOLD_MS, until: span.to }, scale)} />
      <line className={classes.now} x1={scale.x(at)} x2={scale.x(at)} y1={0} y2={BOX.height - BOX.bottom} />
    </svg>
  );
}
