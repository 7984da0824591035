/** Whether what was measured is normal here: what the sensor usually measures at each hour of the day. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { stateText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './alert-page.module.css';
import type { Measurement } from './alert-summary-text.ts';
import { alertTimezone } from './alert-text.ts';

const HOURS = 24;
const LABELED_HOURS = [0, 6, 12, 18];
const COLUMN = 10;
const HEIGHT = 84;
const PADDING = 6;
/** The lines of labels below. */
const AXIS = 16;

type Usual = NonNullable<Measurement['usual']>;

export function AlertUsual({ alert }: { readonly alert: AlertEvidenceOut }) {
  const t = useText();
  const measurement = alert.measurements.find(({ usual, sensorMetricId }) => {
    return usual !== undefined && stateText(t, sensorMetricId, 0) === null;
  });
  if (measurement?.usual === undefined) return null;
  return <UsualCard alert={alert} measurement={measurement} usual={measurement.usual} />;
}

/** What was measured when the alert was raised; null: unknown. */
const raisedWith = (alert: AlertEvidenceOut, { sensorMetricId, column }: Measurement): number | null =>
  alert.conditions.find((one) => one.sensorMetricId === sensorMetricId && one.column === column)?.operand ?? null;

interface CardProps {
  readonly alert: AlertEvidenceOut;
  readonly measurement: Measurement;
  readonly usual: Usual;
}

function UsualCard({ alert, measurement, usual }: CardProps) {
  const t = useText();
  const timezone = alertTimezone(alert);
  const formats = useFormats(timezone);
  const hour = Temporal.Instant.from(alert.raisedAt).toZonedDateTimeISO(timezone).hour;
  const own = usual.hours.find((one) => one.hour === hour);
  const value = measurement.comparesReadings ? raisedWith(alert, measurement) : null;
  const text = (stored: number): string => formats.valueText(measurement.sensorMetricId, measurement.column, stored);
  return (
    <section className="card pad stack" aria-label={t('alerts.usual')}>
      <h2>{t('alerts.usual')}</h2>
      <UsualChart
        hours={usual.hours}
        hour={hour}
        value={value}
        limit={measurement.comparesReadings ? measurement.threshold : null}
        label={t('alerts.usualLabel')}
      />
      {own !== undefined && (
        <p className="small num">
          {t('alerts.usualRange', { low: text(own.low), high: text(own.high), days: usual.days })}
        </p>
      )}
      {own !== undefined && value !== null && (
        <p className="small num">
          {t(value < own.low || value > own.high ? 'alerts.usualOutside' : 'alerts.usualInside', {
            value: text(value),
          })}
        </p>
      )}
    </section>
  );
}

interface ChartProps {
  readonly hours: Usual['hours'];
  /** Of the alert. */
  readonly hour: number;
  readonly value: number | null;
  /** null: it is not one of readings. */
  readonly limit: number | null;
  readonly label: string;
}

/** A bar for each hour from its usual low to its usual high; the hour of the alert is marked, with its value. */
function UsualChart({ hours, hour, value, limit, label }: ChartProps) {
  const known = [...hours.flatMap(({ low, high }) => [low, high]), ...[limit, value].flatMap((one) => one ?? [])];
  const least = Math.min(...known);
  const range = Math.max(Math.max(...known) - least, 1e-9);
  const y = (stored: number): number => HEIGHT - PADDING - ((stored - least) / range) * (HEIGHT - 2 * PADDING);
  return (
    <svg className={styles.usualChart} viewBox={`0 0 ${HOURS * COLUMN} ${HEIGHT + AXIS}`} role="img" aria-label={label}>
      <rect className={styles.usualHour} x={hour * COLUMN} y="0" width={COLUMN} height={HEIGHT} rx="2" />
      {hours.map(({ hour: at, low, high }) => (
        <rect
          key={at}
          className={styles.usualRange}
          x={at * COLUMN + 2.5}
          y={y(high)}
          width={COLUMN - 5}
          height={Math.max(2, y(low) - y(high))}
          rx="2"
        />
      ))}
      {limit !== null && <line className={styles.usualLimit} x1="0" x2={HOURS * COLUMN} y1={y(limit)} y2={y(limit)} />}
      {value !== null && <circle className={styles.usualValue} cx={(hour + 0.5) * COLUMN} cy={y(value)} r="3.4" />}
      {LABELED_HOURS.map((at) => (
        <text key={at} x={at * COLUMN + 1} y={HEIGHT + AXIS - 4}>
          {at}
        </text>
      ))}
    </svg>
  );
}
