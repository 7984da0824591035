/** Notifications of an alert: recipients, channels, times, and every attempt. */
import type { AlertDetailOut } from '@picket/contracts/types';
import { recipientText } from '@picket/i18n/actor-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { Link } from 'react-router';
import { nameText } from '../../lib/kind-texts.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { deliveryText, reasonText, recipientChannelText } from './notification-texts.ts';
import './notifications.css';

interface Props {
  readonly alert: AlertDetailOut;
  readonly timezone: string;
}

export function AlertDeliveries({ alert, timezone }: Props) {
  const t = useText();
  const { deliveries } = alert;
  const notified = new Set(deliveries.filter(({ state }) => state === 'SENT').map(({ to }) => to)).size;
  return (
    <section className="card pad stack" aria-label={t('notifications.title')}>
      <div className="row">
        <h2>{t('notifications.title')}</h2>
        <span className="grow" />
        <span className="small muted">
          {notified === 0 ? t('notifications.notNotifiedYet') : t('notifications.notifiedCount', { count: notified })}
        </span>
      </div>
      {deliveries.length === 0 && (
        <p className="muted">
          {alert.severity < 100 ? t('notifications.noSeverity') : t('notifications.noRecipients')}
        </p>
      )}
      {deliveries.length > 0 && (
        <ul className="delivery-list">
          {deliveries.map((one) => (
            <Delivery key={one.guid} delivery={one} timezone={timezone} />
          ))}
        </ul>
      )}
    </section>
  );
}

type DeliveryOut = AlertDetailOut['deliveries'][number];

function Delivery({ delivery, timezone }: { readonly delivery: DeliveryOut; readonly timezone: string }) {
  const t = useText();
  const formats = useFormats(timezone);
  const { to, state, suppressedFor, attempts } = delivery;
  return (
    <li>
      <span className="row">
        <strong>{recipientText(sharedTextsOf(t), to)}</strong>
        <span className="muted small">{recipientChannelText(t, delivery)}</span>
        {state === 'FAILED' && <StateBadge state="critical" label={t('notifications.message.FAILED')} />}
      </span>
      <span className="num">{deliveryText(t, formats, delivery)}</span>
      {suppressedFor !== undefined && state !== 'SUPPRESSED' && (
        <span className="small muted">
          {t('notifications.suppressedBefore', { reason: reasonText(t, suppressedFor) })}
        </span>
      )}
      {attempts.length > 0 && (
        <details>
          <summary>{t('notifications.attempts', { count: attempts.length })}</summary>
          <ol>
            {attempts.map((attempt) => (
              <li key={attempt.at} className="small num">
                {formats.timeWithSeconds(attempt.at)} {attemptText(t, attempt)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

/** What came of an attempt, and what the receiver answered. */
function attemptText(t: Translator, { delivered, answer }: DeliveryOut['attempts'][number]): string {
  const outcome = delivered === undefined ? 'unknown' : delivered ? 'delivered' : 'notDelivered';
  const text = t(`notifications.attempt.${outcome}`);
  return answer === undefined ? text : `${text}: ${answer}`;
}

/** Alerts grouped with it, or the one it is grouped under. */
export function AlertIncident({ alert }: { readonly alert: AlertDetailOut }) {
  const t = useText();
  const place = alert.location?.guid ?? 'all';
  if (alert.root === undefined && alert.symptoms.length === 0) return null;
  return (
    <section className="card pad stack" aria-label={t('notifications.groupedAlerts')}>
      <h2>{t('notifications.groupedAlerts')}</h2>
      {alert.root !== undefined && (
        <p>
          {t.rich('notifications.followsFrom', {
            link: (text) => <Link to={`/locations/${place}/alert/${alert.root}`}>{text}</Link>,
          })}
        </p>
      )}
      {alert.symptoms.length > 0 && (
        <>
          <p className="muted">{t('notifications.symptoms')}</p>
          <ul className="delivery-list">
            {alert.symptoms.map(({ guid, message, sentry, state }) => (
              <li key={guid}>
                <span>
                  <Link to={`/locations/${place}/alert/${guid}`}>{nameText(t, message)}</Link>
                  <span className="muted small">
                    {sentry === undefined ? '' : ` · ${sentry}`} ·{' '}
                    {state === 'OPEN' ? t('notifications.open') : t('notifications.ended')}
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
