/** Notifications of an alert: recipients, channels, times, and every attempt. */
import type { AlertDetailOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { formatTimeWithSeconds } from '../../lib/format-time.ts';
import { plural } from '../../lib/plural.ts';
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
    <section className="card pad stack" aria-label="Notifications">
      <div className="row">
        <h2>Notifications</h2>
        <span className="grow" />
        <span className="small muted">{notified === 0 ? 'Nobody notified yet' : `${notified} notified`}</span>
      </div>
      {deliveries.length === 0 && (
        <p className="muted">
          {alert.severity < 100
            ? 'Alerts without severity are shown, and nobody is notified.'
            : 'Nobody is set to be notified of this. Change that under Admin, Notifications.'}
        </p>
      )}
      {deliveries.length > 0 && (
        <ul className="delivery-list">
          {deliveries.map((one) => (
            <li key={one.guid}>
              <span className="row">
                <strong>{one.to}</strong>
                <span className="muted small">{channelText(one)}</span>
                {one.state === 'FAILED' && <StateBadge state="critical" label="Failed" />}
              </span>
              <span className="num">{deliveryText(one, timezone)}</span>
              {one.suppressedFor !== undefined && one.state !== 'SUPPRESSED' && (
                <span className="small muted">{suppressedText(one.suppressedFor)}</span>
              )}
              {one.attempts.length > 0 && (
                <details>
                  <summary>{plural(one.attempts.length, 'attempt')}</summary>
                  <ol>
                    {one.attempts.map((attempt) => (
                      <li key={attempt.at} className="small num">
                        {formatTimeWithSeconds(Date.parse(attempt.at), timezone)}{' '}
                        {attempt.delivered === undefined
                          ? `unknown whether it was delivered, so it is repeated${attempt.answer === undefined ? '' : `: ${attempt.answer}`}`
                          : `${attempt.delivered ? 'delivered' : 'not delivered'}${attempt.answer === undefined ? '' : `: ${attempt.answer}`}`}
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

/** Alerts grouped with it, or the one it is grouped under. */
export function AlertIncident({ alert }: { readonly alert: AlertDetailOut }) {
  const place = alert.location?.guid ?? 'all';
  if (alert.root === undefined && alert.symptoms.length === 0) return null;
  return (
    <section className="card pad stack" aria-label="Grouped alerts">
      <h2>Grouped alerts</h2>
      {alert.root !== undefined && (
        <p>
          It follows from <Link to={`/locations/${place}/alert/${alert.root}`}>another alert</Link>, which is notified
          instead.
        </p>
      )}
      {alert.symptoms.length > 0 && (
        <>
          <p className="muted">These alerts follow from it and are grouped with it:</p>
          <ul className="delivery-list">
            {alert.symptoms.map(({ guid, message, sentry, state }) => (
              <li key={guid}>
                <span>
                  <Link to={`/locations/${place}/alert/${guid}`}>{message}</Link>
                  <span className="muted small">
                    {sentry === undefined ? '' : ` · ${sentry}`} · {state === 'OPEN' ? 'open' : 'ended'}
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
