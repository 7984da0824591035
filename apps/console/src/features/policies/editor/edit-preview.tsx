/** What saving would change, and on which sentries. */
import type { EditPreviewOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { plural } from '../../../lib/plural.ts';
import { ChangeList } from '../versions/change-list.tsx';

const SHOWN_NAMES = 5;

export function EditPreview({
  policy,
  preview,
  isDirty,
}: {
  readonly policy: string | null;
  readonly preview: EditPreviewOut | undefined;
  readonly isDirty: boolean;
}) {
  return (
    <section className="card pad stack" aria-label="Affected sentries">
      <h2>{isDirty ? 'Affected sentries' : 'In effect on'}</h2>
      {preview === undefined ? (
        <div className="skeleton" style={{ height: 120 }} aria-hidden="true" />
      ) : (
        <>
          <p>
            <strong className="num">{plural(preview.sentries, 'sentry', 'sentries')}</strong> at{' '}
            <strong className="num">{plural(preview.locations, 'location')}</strong>
            {isDirty && ', at once'}
          </p>
          <OverrideList own={preview.overrides} policy={policy} />
          {isDirty && (
            <>
              <p className="small muted">{runningText(preview)}</p>
              <h3>What changes</h3>
              <ChangeList changes={preview.changes} />
              <p className="small muted">The edit can be undone for 24 hours. Every version is kept.</p>
            </>
          )}
        </>
      )}
    </section>
  );
}

function OverrideList({ own, policy }: { readonly own: EditPreviewOut['overrides']; readonly policy: string | null }) {
  if (policy === null) return null;
  const pinned = own.filter(({ followsPolicy }) => !followsPolicy);
  const patched = own.filter(({ followsPolicy }) => followsPolicy);
  const names = (list: EditPreviewOut['overrides']): string =>
    `${list
      .slice(0, SHOWN_NAMES)
      .map(({ sentry, location }) => `${location.name} ${sentry.name}`)
      .join(', ')}${list.length > SHOWN_NAMES ? ` and ${list.length - SHOWN_NAMES} more` : ''}`;
  return (
    <>
      {pinned.length > 0 && (
        <p className="muted">
          {plural(pinned.length, 'device has a pinned copy', 'devices have pinned copies')}: {names(pinned)}
        </p>
      )}
      {patched.length > 0 && (
        <p className="muted">
          {plural(patched.length, 'device overrides values', 'devices override values')} and follows the policy
          otherwise: {names(patched)}
        </p>
      )}
      {own.length > 0 && (
        <Link className="small" to={`/admin/policies/${policy}/overrides`}>
          All overrides
        </Link>
      )}
    </>
  );
}

function runningText({ delays, open }: EditPreviewOut): string {
  const parts = [
    ...(delays.kept > 0
      ? [`${plural(delays.kept, 'running delay')} ${delays.kept === 1 ? 'keeps its' : 'keep their'} start`]
      : []),
    ...(delays.recomputed > 0 ? [`${plural(delays.recomputed, 'running delay')} recomputed from history`] : []),
    ...(open.kept > 0 ? [`${plural(open.kept, 'open alert')} ${open.kept === 1 ? 'stays' : 'stay'} open`] : []),
    ...(open.recomputed > 0 ? [`${plural(open.recomputed, 'open alert')} reevaluated`] : []),
    ...(open.ended > 0 ? [`${plural(open.ended, 'open alert')} ended as “policy changed”`] : []),
  ];
  const summary = parts.length === 0 ? 'No running delay or open alert is affected' : parts.join(', ');
  return `${summary}. The edit itself clears no alert.`;
}
