/** One audit entry as a sentence, with its changes in a disclosure. */
import type { AuditEntryOut } from '@picket/contracts/types';
import { describeAuditAction } from '@picket/domain/audit';
import { describePermissions, type Permission, ROLES } from '@picket/domain/permissions';
import { formatAgo, formatViewerDateTime } from '../../lib/format-relative-time.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import './audit.css';

interface Props {
  readonly entry: AuditEntryOut;
  readonly now: number;
  /** A location's name. */
  readonly nameOf: (location: string) => string;
}

export function AuditRow({ entry, now, nameOf }: Props) {
  const { occurredAt, address, ordinal } = entry;
  const descriptions = changesOf(entry);
  const names = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])].filter(
    (name) => descriptions === null || !DESCRIBED_FIELDS.has(name),
  );
  return (
    <li className="audit-row">
      {names.length === 0 && descriptions === null ? (
        <p className="sentence">
          <Sentence entry={entry} />
        </p>
      ) : (
        <details>
          <summary className="sentence">
            <Sentence entry={entry} />
          </summary>
          {descriptions !== null && (
            <ul className="audit-changes">
              {descriptions.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          <dl className="diff">
            {names.map((name) => (
              <Change
                key={name}
                name={name}
                before={shown(name, entry.before?.[name], nameOf)}
                after={shown(name, entry.after?.[name], nameOf)}
              />
            ))}
          </dl>
        </details>
      )}
      <p className="small muted meta">
        <time dateTime={occurredAt} title={formatViewerDateTime(occurredAt)}>
          {formatAgo(occurredAt, now)}
        </time>{' '}
        · {formatViewerDateTime(occurredAt)}
        {address === undefined ? '' : ` · ${address}`} · <span className="num">#{ordinal}</span>
        {!entry.genuine && (
          <>
            {' '}
            <StateBadge state="critical" label="Not as Picket wrote it" />
          </>
        )}
      </p>
    </li>
  );
}

/** Fields that the change descriptions cover; the export contains them in full. */
const DESCRIBED_FIELDS: ReadonlySet<string> = new Set([
  'changes',
  'kind',
  'definition',
  'doNotDisturb',
  'override',
  'overrides',
  'cells',
]);

/** Descriptions of an edit of a policy, an override or a zone; null for other entries. */
function changesOf({ after }: AuditEntryOut): readonly string[] | null {
  const changes = after?.changes;
  return Array.isArray(changes) ? changes.filter((one) => typeof one === 'string') : null;
}

function Sentence({ entry: { actor, action, target } }: { readonly entry: AuditEntryOut }) {
  const isOwn = target.kind === 'user' && target.guid === actor.guid;
  return (
    <>
      <strong>{actor.name}</strong> {describeAuditAction(action)} {!isOwn && <strong>{target.name}</strong>}
    </>
  );
}

const isPermission = (value: unknown): value is Permission =>
  typeof value === 'object' && value !== null && 'role' in value && ROLES.some((role) => role === value.role);

/** A value as text; undefined if there is none. */
function shown(name: string, value: unknown, nameOf: Props['nameOf']): string | undefined {
  if (value === undefined) return undefined;
  if (name === 'permissions' && Array.isArray(value) && value.every(isPermission))
    return describePermissions(value, nameOf).join(' ');
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? 'nothing' : JSON.stringify(value);
}

function Change({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}) {
  return (
    <>
      <dt>{name.replace(/([A-Z])/gu, ' $1').toLowerCase()}</dt>
      <dd>
        {before !== undefined && <del>{before}</del>} {before !== undefined && after !== undefined && '→ '}
        {after !== undefined && <ins>{after}</ins>}
      </dd>
    </>
  );
}
