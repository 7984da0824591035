/** Who was told of an alert, on what, when, and what became of every attempt. */
import type { AlertDetailOut } from '@picket/contracts';
import { Link } from 'react-router';
import { localSeconds } from '../../lib/format.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { channelText, deliveryText, suppressedText } from './notification-labels.ts';
import './notifications.css';

interface Props {
  readonly alert: AlertDetailOut;
  readonly timezone: string;
}

export function AlertDeliveries({ alert, timezone }: Props) {
  const { deliveries } = alert;
  const notified = new Set(deliveries.filter(({ state }) => state === 'SENT').map(({ to }) => to)).size;
  return (
    <section className="card pad stack" aria-label="Who was told">
      <div className="row">
        <h2>Who was told</h2>
        <span className="grow" />
        <span className="small muted">
          {notified === 0 ? 'nobody yet' : notified === 1 ? '1 reached' : `${notified} reached`}
        </span>
      </div>
      {deliveries.length === 0 && (
        <p className="muted">
          {alert.severity < 100
            ? 'Alerts of no severity are shown and not told.'
            : 'Nobody is set to be told of this. Choose what people hear under Admin, Notifications.'}
        </p>
      )}
      {deliveries.length > 0 && (
        <ul className="told">
          {deliveries.map((one) => (
            <li key={one.guid}>
              <span className="row">
                <strong>{one.to}</strong>
                <span className="muted small">{channelText(one)}</span>
                {one.state === 'FAILED' && <StateBadge state="critical" word="Failed" />}
              </span>
              <span className="num">{deliveryText(one, timezone)}</span>
              {one.suppressedFor !== undefined && one.state !== 'SUPPRESSED' && (
                <span className="small muted">{suppressedText(one.suppressedFor)}</span>
              )}
              {one.attempts.length > 0 && (
                <details>
                  <summary>{one.attempts.length === 1 ? '1 attempt' : `${one.attempts.length} attempts`}</summary>
                  <ol>
                    {one.attempts.map((attempt) => (
                      <li key={attempt.at} className="small num">
                        {localSeconds(Date.parse(attempt.at), timezone)}{' '}
                        {attempt.delivered === undefined
                          ? `unknown whether it was taken, so it is repeated${attempt.answer === undefined ? '' : `: ${attempt.answer}`}`
                          : `${attempt.delivered ? 'taken' : 'not taken'}${attempt.answer === undefined ? '' : `: ${attempt.answer}`}`}
                      </li>
                    ))}
                  </ol>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is told with it, or instead of it. */
export function AlertIncident({ alert }: { readonly alert: AlertDetailOut }) {
  const place = alert.location?.guid ?? 'all';
  if (alert.root === undefined && alert.symptoms.length === 0) return null;
  return (
    <section className="card pad stack" aria-label="One cause">
      <h2>One cause</h2>
      {alert.root !== undefined && (
        <p>
          It follows from <Link to={`/locations/${place}/alert/${alert.root}`}>another alert</Link>, which is told
          instead of it.
        </p>
      )}
      {alert.symptoms.length > 0 && (
        <>
          <p className="muted">These follow from it and are told with it:</p>
          <ul className="told">
            {alert.symptoms.map(({ guid, message, sentry, state }) => (
              <li key={guid}>
                <span>
                  <Link to={`/locations/${place}/alert/${guid}`}>{message}</Link>
                  <span className="muted small">
                    {sentry === undefined ? '' : ` · ${sentry}`} · {state === 'OPEN' ? 'open' : 'over'}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
