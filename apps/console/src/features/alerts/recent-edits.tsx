/** The latest policy changes, each linked to its diff. */
import { POLICY_CHANGE_KIND } from '@picket/domain/alert-kinds';
import { Link } from 'react-router';
import { useApi } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { alertPath, alertTimezone } from './alert-text.ts';

const LATEST = { query: { kind: POLICY_CHANGE_KIND, limit: 20 } } as const;
const SHOWN = 3;

export function RecentEdits({ location }: { readonly location: string }) {
  const { data } = useApi('GET /alerts', LATEST);
  const edits = (data?.items ?? [])
    // Events add alerts of every kind to this list.
    .filter(({ kind }) => kind === POLICY_CHANGE_KIND)
    .filter((alert) => alert.location === undefined || alert.location.guid === location)
    .slice(0, SHOWN);
  if (edits.length === 0) return null;
  return (
    <section className="stack" aria-label="Latest edits">
      <h3>Latest edits</h3>
      <ul className="watched">
        {edits.map((alert) => (
          <li key={alert.guid} className="edit-line">
            <Link to={alertPath(alert, location)}>{alert.message}</Link>
            <span className="muted small num">{formatDateTime(Date.parse(alert.raisedAt), alertTimezone(alert))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
