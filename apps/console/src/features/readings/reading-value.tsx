/** A number never stands without its unit and age; past its hold time the age leads. */

import { displayValue } from '@picket/domain/units';
import { memo } from 'react';
import { Link } from 'react-router';
import { type LiveReading, useLiveReading } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { metricLabel } from './metric-label.ts';

interface Props {
  readonly sentry: string;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly fetched: LiveReading;
  readonly holdSeconds: number;
  readonly useCelsius: boolean;
  readonly isInViolation?: boolean;
  /** Named beside the metric, where several sentries share a card. */
  readonly owner?: string;
  readonly sparkline?: readonly (number | null)[];
  /** The stretch the sparkline shows. */
  readonly sparkLabel?: string;
  readonly limits?: readonly number[];
  /** Where its past is shown; the whole tile leads there. */
  readonly href?: string;
}

const NO_LIMITS: readonly number[] = [];

export function ReadingValue(props: Props) {
  const { sentry, sensorMetricId, column, fetched, holdSeconds, sparkline, isInViolation = false, owner, href } = props;
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { at, value } = useLiveReading(sentry, sensorMetricId, column, fetched);
  const age = Math.max(0, now - at);
  const duration = formats.duration(age);
  const isStale = age > holdSeconds * 1000;
  const label = metricLabel(t, sensorMetricId, column);
  const shown = value === null ? null : formats.value(sensorMetricId, column, value);
  return (
    <div
      className={`reading${isInViolation && !isStale ? ' hot' : ''}${isStale ? ' stale' : ''}`}
      data-metric={`${sensorMetricId}.${column}`}
    >
      {isStale && <div className="lead-age num">{t('telemetry.reading.old', { age: duration })}</div>}
      <div className="value num">
        {shown === null ? t('telemetry.reading.unknown') : shown.text}
        {shown !== null && shown.unit !== '' && <span className="unit">{shown.unit}</span>}
      </div>
      <div className="small muted num caption">
        <span title={owner === undefined ? label : `${label} · ${owner}`}>
          {href === undefined ? label : <Link to={href}>{label}</Link>}
          {owner === undefined ? '' : ` · ${owner}`}
        </span>
        {!isStale && <span>{t('common.ago', { duration })}</span>}
      </div>
      {sparkline && (
        <Trend
          sensorMetricId={sensorMetricId}
          column={column}
          useCelsius={props.useCelsius}
          values={sparkline}
          span={props.sparkLabel ?? t('telemetry.reading.lastDay')}
          limits={props.limits ?? NO_LIMITS}
          metric={label}
          isInViolation={isInViolation}
        />
      )}
    </div>
  );
}

interface TrendProps
  extends Required<Pick<Props, 'sensorMetricId' | 'column' | 'useCelsius' | 'isInViolation' | 'limits'>> {
  readonly values: readonly (number | null)[];
  readonly metric: string;
  readonly span: string;
}

/** Its past. Drawn when that changes, not with every second of its age. */
const Trend = memo(function Trend(props: TrendProps) {
  const { sensorMetricId, column, useCelsius, isInViolation, values, metric, span, limits } = props;
  const t = useText();
  const formats = useFormats();
  const inUnit = (stored: number): number => displayValue(sensorMetricId, column, stored, { useCelsius }).value;
  return (
    <Sparkline
      values={values.map((point) => (point === null ? null : inUnit(point)))}
      limits={limits.map(inUnit)}
      label={t('telemetry.reading.sparkline', {
        metric,
        span,
        range: rangeOf(values, (stored) => formats.valueText(sensorMetricId, column, stored)),
      })}
      isInViolation={isInViolation}
    />
  );
});

/** "71.2 °F – 75.4 °F", of what is known; '' where nothing is. */
function rangeOf(values: readonly (number | null)[], valueText: (stored: number) => string): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return '';
  const [low, high] = [valueText(Math.min(...known)), valueText(Math.max(...known))];
  return low === high ? low : `${low} – ${high}`;
}
