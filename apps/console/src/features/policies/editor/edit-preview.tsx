/** What saving would change, and on which sentries. */
import type { EditPreviewOut } from '@picket/contracts/types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listText } from '../../../lib/list-text.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { ChangeList } from '../versions/change-list.tsx';

const SHOWN_NAMES = 5;

const number = (text: ReactNode) => <strong className="num">{text}</strong>;

export function EditPreview({
  policy,
  preview,
  isDirty,
}: {
  readonly policy: string | null;
  readonly preview: EditPreviewOut | undefined;
  readonly isDirty: boolean;
}) {
  const t = useText();
  return (
    <section className="card pad stack" aria-label={t('policies.preview.affected')}>
      <h2>{isDirty ? t('policies.preview.affected') : t('policies.preview.inEffect')}</h2>
      {preview === undefined ? (
        <div className="skeleton" style={{ height: 24 }} aria-hidden="true" />
      ) : (
        <>
          <p>
            {t.rich(isDirty ? 'policies.preview.scopeAtOnce' : 'policies.preview.scope', {
              sentries: preview.sentries,
              locations: preview.locations,
              number,
            })}
          </p>
          <OverrideList own={preview.overrides} policy={policy} />
          {isDirty && (
            <>
              <p className="small muted">{runningText(t, preview)}</p>
              <h3>{t('policies.preview.changes')}</h3>
              <ChangeList changes={preview.changes} />
              <p className="small muted">{t('policies.preview.undo')}</p>
            </>
          )}
        </>
      )}
    </section>
  );
}

/** The first sentries with an override, and how many more there are. */
function overrideNames(t: Translator, own: EditPreviewOut['overrides']): string {
  const names = own.slice(0, SHOWN_NAMES).map(({ sentry, location }) => `${location.name} ${sentry.name}`);
  const more = own.length - names.length;
  return listText(t, more > 0 ? [...names, t('policies.preview.more', { count: more })] : names);
}

function OverrideList({ own, policy }: { readonly own: EditPreviewOut['overrides']; readonly policy: string | null }) {
  const t = useText();
  if (policy === null) return null;
  const pinned = own.filter(({ followsPolicy }) => !followsPolicy);
  const patched = own.filter(({ followsPolicy }) => followsPolicy);
  return (
    <>
      {pinned.length > 0 && (
        <p className="muted">
          {t('policies.preview.pinned', { count: pinned.length, names: overrideNames(t, pinned) })}
        </p>
      )}
      {patched.length > 0 && (
        <p className="muted">
          {t('policies.preview.patched', { count: patched.length, names: overrideNames(t, patched) })}
        </p>
      )}
      {own.length > 0 && (
        <Link className="small" to={`/admin/policies/${policy}/overrides`}>
          {t('policies.preview.allOverrides')}
        </Link>
      )}
    </>
  );
}

/** What becomes of delays that run and of alerts that are open. */
function runningText(t: Translator, { delays, open }: EditPreviewOut): string {
  const counts = {
    delaysKept: delays.kept,
    delaysRecomputed: delays.recomputed,
    alertsKept: open.kept,
    alertsRecomputed: open.recomputed,
    alertsEnded: open.ended,
  };
  const parts = RUNNING.flatMap((kind) =>
    counts[kind] > 0 ? [t(`policies.running.${kind}`, { count: counts[kind] })] : [],
  );
  if (parts.length === 0) return t('policies.running.none');
  return t(open.ended > 0 ? 'policies.running.someEnded' : 'policies.running.some', { parts: listText(t, parts) });
}

const RUNNING = ['delaysKept', 'delaysRecomputed', 'alertsKept', 'alertsRecomputed', 'alertsEnded'] as const;
