/** A number never stands without its unit and age; past its hold time the age leads. */

import { formatDuration } from '@picket/domain/ages';
import { columnOf } from '@picket/domain/metrics';
import { displayValue } from '@picket/domain/units';
import { Link } from 'react-router';
import { type LiveReading, useLiveReading } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { Sparkline } from '../../ui/sparkline.tsx';

interface Props {
  readonly sentry: string;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly fetched: LiveReading;
  readonly holdSeconds: number;
  readonly useCelsius: boolean;
  readonly isHot?: boolean;
  /** Named beside the metric, where several sentries share a card. */
  readonly owner?: string;
  readonly sparkline?: readonly (number | null)[];
  /** The stretch the sparkline shows. */
  readonly sparkLabel?: string;
  readonly limits?: readonly number[];
  /** Where its past is shown; the whole tile leads there. */
  readonly href?: string;
}

export const metricLabel = (sensorMetricId: string, column: string): string => {
  const label = columnOf(sensorMetricId, column)?.label ?? `${sensorMetricId} ${column}`;
  const fluid = /^fluid-(.+)_/u.exec(sensorMetricId);
  return fluid ? `${label} · ${fluid[1]}` : label;
};

export function ReadingValue(props: Props) {
  const {
    sentry,
    sensorMetricId,
    column,
    fetched,
    holdSeconds,
    useCelsius,
    isHot = false,
    owner,
    sparkline,
    sparkLabel = 'last 24 hours',
    limits = [],
    href,
  } = props;
  const now = useNow();
  const { at, value } = useLiveReading(sentry, sensorMetricId, column, fetched);
  const age = Math.max(0, now - at);
  const isStale = age > holdSeconds * 1000;
  const label = metricLabel(sensorMetricId, column);
  const shown = value === null ? null : displayValue(sensorMetricId, column, value, { useCelsius });
  const inUnit = (stored: number): number => displayValue(sensorMetricId, column, stored, { useCelsius }).value;
  return (
    <div
      className={`reading${isHot && !isStale ? ' hot' : ''}${isStale ? ' stale' : ''}`}
      data-metric={`${sensorMetricId}.${column}`}
    >
      {isStale && <div className="lead-age num">{formatDuration(age)} old</div>}
      <div className="value num">
        {shown === null ? 'unknown' : shown.text}
        {shown !== null && shown.unit !== '' && <span className="unit">{shown.unit}</span>}
      </div>
      <div className="small muted num caption">
        <span>
          {href === undefined ? label : <Link to={href}>{label}</Link>}
          {owner === undefined ? '' : ` · ${owner}`}
        </span>
        {!isStale && <span>{formatDuration(age)} ago</span>}
      </div>
      {sparkline && (
        <Sparkline
          values={sparkline.map((point) => (point === null ? null : inUnit(point)))}
          limits={limits.map(inUnit)}
          label={`${label}, ${sparkLabel}`}
          isHot={isHot}
        />
      )}
    </div>
  );
}
