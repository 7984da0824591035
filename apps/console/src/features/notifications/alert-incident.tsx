/** Alerts grouped with an alert, or the one it is grouped under. */
import type { AlertDetailOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { nameText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import styles from './alert-incident.module.css';

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
          <ul className={styles.symptoms}>
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
