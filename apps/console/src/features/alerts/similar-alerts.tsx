import type { AlertEvidenceOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './alert-page.module.css';
import { alertTimezone } from './alert-text.ts';

/** Earlier alerts of the same kind: how often, how long, and what people said of them. */
export function SimilarAlerts({ alert }: { readonly alert: AlertEvidenceOut }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  const { items, count, days } = alert.similar;
  return (
    <section className="card pad stack" aria-label={t('alerts.similar')}>
      <div className="row">
        <h2>{t('alerts.similar')}</h2>
        <span className="grow" />
        <span className="muted small">{t('alerts.similarCount', { count, days })}</span>
      </div>
      {items.length > 0 && (
        <ul className={styles.similar}>
          {items.map(({ guid, raisedAt, endedAt, verdict, by }) => (
            <li key={guid}>
              <Link className="num" to={`/locations/${alert.location?.guid ?? 'all'}/alert/${guid}`}>
                {formats.dateTime(raisedAt)}
              </Link>
              <span className="muted small num facts">
                <span>
                  {endedAt === undefined
                    ? t('alerts.similarOpen')
                    : formats.duration(Date.parse(endedAt) - Date.parse(raisedAt))}
                </span>
                {verdict !== undefined && <span>{t(`alerts.verdict.${verdict}`)}</span>}
                {by !== undefined && <span>{t('alerts.acknowledgedBy', { name: by })}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
