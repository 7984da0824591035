/** The latest policy changes, each linked to its diff. */
import type { AlertOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { alertPath, alertTimezone, alertTitle } from './alert-text.ts';
import styles from './recent-edits.module.css';

interface Props {
  readonly location: string;
  /** Newest first. */
  readonly edits: readonly AlertOut[];
}

export function RecentEdits({ location, edits }: Props) {
  const t = useText();
  if (edits.length === 0) return null;
  return (
    <section className="stack" aria-label={t('alerts.latestEdits')}>
      <h3>{t('alerts.latestEdits')}</h3>
      <ul className={styles.edits}>
        {edits.map((alert) => (
          <EditLine key={alert.guid} alert={alert} location={location} />
        ))}
      </ul>
    </section>
  );
}

function EditLine({ alert, location }: { readonly alert: AlertOut; readonly location: string }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  return (
    <li>
      <Link to={alertPath(alert, location)}>{alertTitle(t, formats, alert)}</Link>
      <span className="muted small num">{formats.dateTime(alert.raisedAt)}</span>
    </li>
  );
}
