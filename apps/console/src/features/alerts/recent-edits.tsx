/** The latest policy changes, each linked to its diff. */

import type { AlertOut } from '@picket/contracts/types';
import { POLICY_CHANGE_KIND } from '@picket/domain/alert-kinds';
import { Link } from 'react-router';
import { useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { alertPath, alertTimezone, alertTitle } from './alert-text.ts';
import styles from './recent-edits.module.css';

const LATEST = { query: { kind: POLICY_CHANGE_KIND, limit: 20 } } as const;
const SHOWN = 3;

export function RecentEdits({ location }: { readonly location: string }) {
  const t = useText();
  const { data } = useApi('GET /alerts', LATEST);
  const edits = (data?.items ?? [])
    // Events add alerts of every kind to this list.
    .filter(({ kind }) => kind === POLICY_CHANGE_KIND)
    .filter((alert) => alert.location === undefined || alert.location.guid === location)
    .slice(0, SHOWN);
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
