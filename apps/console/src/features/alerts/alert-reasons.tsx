/** Why an alert was raised and who was notified, from the reason codes of the API. */
import { Button } from '@mantine/core';
import type { AlertDetailOut } from '@picket/contracts/types';
import { ALERT_KINDS } from '@picket/domain/alert-kinds';
import { useState } from 'react';
import { problemText, useApi } from '../../lib/api.ts';
import { formatTimeWithSeconds } from '../../lib/format-time.ts';
import { alertTimezone, NOTIFICATION_REASON_TEXTS, traceText } from './alert-text.ts';

interface Props {
  readonly alert: AlertDetailOut;
  readonly useCelsius: boolean;
}

export function AlertReasons({ alert, useCelsius }: Props) {
  const [isTraceShown, setTraceShown] = useState(false);
  const trace = useApi('GET /alerts/{guid}/trace', isTraceShown ? { params: { guid: alert.guid } } : null);
  const timezone = alertTimezone(alert);
  const isMeasured = alert.policy !== undefined && ALERT_KINDS[alert.kind].hasReadings;
  return (
    <section className="card pad stack" aria-label="Why">
      <h2>Why</h2>
      <ul className="reasons">
        {alert.notificationReasons.map(({ code, at }) => (
          <li key={code}>
            {NOTIFICATION_REASON_TEXTS[code]}
            {at !== undefined && <span className="muted num"> {formatTimeWithSeconds(Date.parse(at), timezone)}</span>}
          </li>
        ))}
      </ul>
      {isMeasured && !isTraceShown && (
        <div>
          <Button variant="default" onClick={() => setTraceShown(true)}>
            Show evaluation steps
          </Button>
        </div>
      )}
      {isTraceShown && trace.isLoading && <div className="skeleton" style={{ height: 120 }} aria-hidden="true" />}
      {trace.error && <p className="muted">{problemText(trace.error)}</p>}
      {trace.data?.steps.length === 0 && (
        <p className="muted">There are no steps: the readings are no longer stored, or the policy was deleted.</p>
      )}
      {trace.data !== undefined && trace.data.steps.length > 0 && (
        <ol className="trace" aria-label="Evaluation steps">
          {trace.data.steps.map((step, index) => (
            <li key={`${step.at} ${step.code} ${index.toString()}`}>
              <span className="muted num">{formatTimeWithSeconds(Date.parse(step.at), timezone)}</span>
              <span>{traceText(step, useCelsius)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
