/** Why an alert was raised and who was notified, from the reason codes of the API. */
import { Button } from '@mantine/core';
import type { AlertDetailOut } from '@picket/contracts/types';
import { ALERT_KINDS } from '@picket/domain/alert-kinds';
import { useState } from 'react';
import { problemText, useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './alert-page.module.css';
import { alertTimezone } from './alert-text.ts';
import { traceText } from './trace-text.ts';

export function AlertReasons({ alert }: { readonly alert: AlertDetailOut }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  const timeText = formats.timesAmong([alert.raisedAt, ...alert.notificationReasons.flatMap(({ at }) => at ?? [])]);
  const [isTraceShown, setTraceShown] = useState(false);
  const isMeasured = alert.policy !== undefined && ALERT_KINDS[alert.kind].hasReadings;
  return (
    <section className={`card pad stack ${styles.later}`} aria-label={t('alerts.why')}>
      <h2>{t('alerts.why')}</h2>
      <ul className={styles.reasons}>
        {alert.notificationReasons.map(({ code, at }) => (
          <li key={code}>
            {t(`alerts.reason.${code}`)}
            {at !== undefined && <span className="muted num"> {timeText(at)}</span>}
          </li>
        ))}
      </ul>
      {isMeasured && !isTraceShown && (
        <div>
          <Button variant="default" onClick={() => setTraceShown(true)}>
            {t('alerts.showTrace')}
          </Button>
        </div>
      )}
      {isTraceShown && <AlertTrace alert={alert} />}
    </section>
  );
}

/** Every step of the evaluation, from the same engine over the stored readings. */
function AlertTrace({ alert }: { readonly alert: AlertDetailOut }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  const trace = useApi('GET /alerts/{guid}/trace', { params: { guid: alert.guid } });
  if (trace.error) return <p className="muted">{problemText(trace.error)}</p>;
  if (trace.data === undefined) return <div className="skeleton" style={{ height: 120 }} aria-hidden="true" />;
  if (trace.data.steps.length === 0) return <p className="muted">{t('alerts.noTrace')}</p>;
  const timeText = formats.timesAmong([alert.raisedAt, ...trace.data.steps.map(({ at }) => at)]);
  return (
    <ol className={styles.trace} aria-label={t('alerts.trace')}>
      {trace.data.steps.map((step, index) => (
        <li key={`${step.at} ${step.code} ${index.toString()}`}>
          <span className="muted num">{timeText(step.at)}</span>
          <span>{traceText(t, formats, step)}</span>
        </li>
      ))}
    </ol>
  );
}
