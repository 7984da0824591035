import type { AlertEvidenceOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import styles from './alert-page.module.css';
import { alertTimezone } from './alert-text.ts';

/** Weather warnings that were in force at its location. */
export function AlertWeather({ alert }: { readonly alert: AlertEvidenceOut }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  if (alert.weather.length === 0) return null;
  return (
    <section className="card pad stack" aria-label={t('alerts.weather')}>
      <h2>{t('alerts.weather')}</h2>
      <ul className={styles.similar}>
        {alert.weather.map(({ alert: guid, event, headline, severityLabel, onsetAt, endsAt }) => (
          <li key={guid}>
            <StateBadge state={severityLabel} />
            <Link to={`/locations/${alert.location?.guid ?? 'all'}/alert/${guid}`} title={headline}>
              {event}
            </Link>
            <span className="muted small num">
              {endsAt === undefined
                ? t('alerts.weatherFrom', { time: formats.dateTime(onsetAt) })
                : t('alerts.weatherBetween', { from: formats.dateTime(onsetAt), to: formats.dateTime(endsAt) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
