/** What the page of an alert shows first: the values now, large, and how it stands in a sentence or two. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { metricText } from '../../lib/kind-texts.ts';
import { type LiveReading, useLiveReading } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './alert-page.module.css';
import { isLimited, isOutside, type Measured, type Measurement, summaryText } from './alert-summary-text.ts';
import { alertTimezone } from './alert-text.ts';

const NO_SENTRY = '';

/** The newest reading of a condition. Those of zones are not sent live. */
function useNewest(alert: AlertEvidenceOut, { sensorMetricId, column, zoneId, at, value }: Measurement): LiveReading {
  const live = zoneId === undefined ? column : `${column}@${zoneId}`;
  return useLiveReading(alert.sentry?.guid ?? NO_SENTRY, sensorMetricId, live, { at: Date.parse(at), value });
}

export function AlertSummary({ alert }: { readonly alert: AlertEvidenceOut }) {
  const primary = alert.measurements.find(isLimited) ?? alert.measurements[0];
  if (primary === undefined) return <Sentences alert={alert} measured={null} />;
  return <MeasuredSummary alert={alert} primary={primary} />;
}

function MeasuredSummary({ alert, primary }: { readonly alert: AlertEvidenceOut; readonly primary: Measurement }) {
  const t = useText();
  const newest = useNewest(alert, primary);
  return (
    <section className={`card pad ${styles.summaryCard}`} aria-label={t('alerts.now')}>
      {alert.measurements.map((measurement) => (
        <MeasuredValue
          key={`${measurement.sensorMetricId}.${measurement.column}`}
          alert={alert}
          measurement={measurement}
        />
      ))}
      <Sentences alert={alert} measured={{ measurement: primary, newest }} />
    </section>
  );
}

function Sentences({ alert, measured }: { readonly alert: AlertEvidenceOut; readonly measured: Measured | null }) {
  const t = useText();
  const now = useNow();
  const formats = useFormats(alertTimezone(alert));
  const sentences = summaryText(t, formats, alert, measured, now);
  if (sentences.length === 0) return null;
  return (
    <div className={`${styles.sentences} num`}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function MeasuredValue({
  alert,
  measurement,
}: {
  readonly alert: AlertEvidenceOut;
  readonly measurement: Measurement;
}) {
  const t = useText();
  const now = useNow();
  const formats = useFormats(alertTimezone(alert));
  const newest = useNewest(alert, measurement);
  const { sensorMetricId, column, holdSeconds } = measurement;
  const shown = newest.value === null ? null : formats.value(sensorMetricId, column, newest.value);
  const isStale = now - newest.at > holdSeconds * 1000;
  const isInViolation =
    alert.state === 'OPEN' && !isStale && (isOutside({ measurement, newest }) || !isLimited(measurement));
  return (
    <div className={`reading ${styles.measured}${isInViolation ? ' hot' : ''}${isStale ? ' stale' : ''}`}>
      {isStale && (
        <div className="lead-age num">{t('alerts.age', { duration: formats.duration(now - newest.at) })}</div>
      )}
      <div className="value num">
        {shown === null ? t('alerts.unknownValue') : shown.text}
        {shown !== null && shown.unit !== '' && <span className="unit">{shown.unit}</span>}
      </div>
      <div className="small muted num facts">
        <span>{metricText(t, sensorMetricId, column)}</span>
        {!isStale && <span>{formats.ago(newest.at, now)}</span>}
      </div>
    </div>
  );
}
