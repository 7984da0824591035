/** One entry of the log as a sentence; what changed opens below it. */
import type { AuditEntryOut } from '@picket/contracts';
import { AUDIT_WORDS } from '@picket/domain';
import { ago, moment } from '../../lib/format-ago.ts';

export function AuditRow({ entry, now }: { readonly entry: AuditEntryOut; readonly now: number }) {
  const { actor, action, target, at, address, ordinal } = entry;
  const isOwn = target.kind === 'user' && target.guid === actor.guid;
  const names = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  return (
    <li>
      <div className="main">
        <span>
          <strong>{actor.name}</strong> {AUDIT_WORDS[action]} {!isOwn && <strong>{target.name}</strong>}
        </span>
        <span className="small muted">
          <time dateTime={at} title={moment(at)}>
            {ago(at, now)}
          </time>{' '}
          · {moment(at)}
          {address === undefined ? '' : ` · from ${address}`} · <span className="num">#{ordinal}</span>
        </span>
        {names.length > 0 && (
          <details>
            <summary className="small">What changed</summary>
            <dl className="diff">
              {names.map((name) => (
                <Change key={name} name={name} before={entry.before?.[name]} after={entry.after?.[name]} />
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Change({ name, before, after }: { readonly name: string; readonly before: unknown; readonly after: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {before !== undefined && <del>{text(before)}</del>} {before !== undefined && after !== undefined && '→ '}
        {after !== undefined && <ins>{text(after)}</ins>}
      </dd>
    </>
  );
}
