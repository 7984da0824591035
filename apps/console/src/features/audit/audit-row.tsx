/** One audit entry as a sentence, with its changes in a disclosure. */
import type { AuditEntryOut } from '@picket/contracts/types';
import { describeAuditAction } from '@picket/domain/audit';
import { changeLine, type Reader } from '@picket/domain/policy-change-words';
import { POLICY_CHANGE_CODES, type PolicyChange } from '@picket/domain/policy-changes';
import { POLICY_WARNING_CODES, type PolicyWarning, type PolicyWarningCode } from '@picket/domain/policy-warnings';
import { formatAgo, formatViewerDateTime } from '../../lib/format-relative-time.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useProfile } from '../session/index.ts';
import { type AuditChange, describeChanges } from './audit-changes.ts';
import './audit.css';

interface Props {
  readonly entry: AuditEntryOut;
  readonly now: number;
  /** A location's name. */
  readonly nameOf: (location: string) => string;
}

export function AuditRow({ entry, now, nameOf }: Props) {
  const { occurredAt, address, ordinal } = entry;
  const { preferences } = useProfile();
  const descriptions = changesOf(entry, { language: 'en', useCelsius: preferences.useCelsius });
  const changes = describeChanges(
    entry,
    { nameOf, formatInstant: formatViewerDateTime },
    descriptions === null ? undefined : DESCRIBED_FIELDS,
  );
  return (
    <li className="audit-row">
      {changes.length === 0 && descriptions === null ? (
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
            {changes.map((change) => (
              <Change key={change.label} change={change} />
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
  'warnings',
  'confirmed',
  'kind',
  'definition',
  'doNotDisturb',
  'override',
  'overrides',
  'cells',
]);

/** Descriptions of an edit of a policy, an override or a zone; null for other entries. */
function changesOf({ after }: AuditEntryOut, reader: Reader): readonly string[] | null {
  if (!Array.isArray(after?.changes)) return null;
  const changes: readonly unknown[] = after.changes;
  const warnings: readonly unknown[] = Array.isArray(after.warnings) ? after.warnings : [];
  return [
    // Earlier versions wrote texts.
    ...changes.flatMap((one) => (typeof one === 'string' ? [one] : isChange(one) ? [changeLine(one, reader)] : [])),
    ...warnings.flatMap((one) => (isWarning(one) ? [warningText(one, after.confirmed === true)] : [])),
  ];
}

const hasCode = (value: unknown): value is { readonly code: unknown } =>
  typeof value === 'object' && value !== null && 'code' in value;

/** Guarantee: the server writes no other objects with such a code into an entry. */
const isChange = (value: unknown): value is PolicyChange =>
  hasCode(value) && POLICY_CHANGE_CODES.some((code) => code === value.code);
const isWarning = (value: unknown): value is Pick<PolicyWarning, 'code' | 'violation'> =>
  hasCode(value) && POLICY_WARNING_CODES.some((code) => code === value.code);

const WARNING_TEXTS: Readonly<Record<PolicyWarningCode, string>> = {
  NEVER_MET: 'can never raise an alert',
  ALWAYS_MET: 'is always met',
  SILENCES_ALERTS: 'would have raised none of its recent alerts',
};

const warningText = ({ code, violation }: Pick<PolicyWarning, 'code' | 'violation'>, isConfirmed: boolean): string =>
  `“${violation}” ${WARNING_TEXTS[code]}: ${isConfirmed ? 'confirmed' : 'saved without a confirmation'}`;

function Sentence({ entry: { actor, action, target } }: { readonly entry: AuditEntryOut }) {
  const isOwn = target.kind === 'user' && target.guid === actor.guid;
  return (
    <>
      <strong>{actor.name}</strong> {describeAuditAction(action)} {!isOwn && <strong>{target.name}</strong>}
    </>
  );
}

function Change({ change: { label, before, after } }: { readonly change: AuditChange }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {before !== undefined && <del>{before}</del>} {before !== undefined && after !== undefined && '→ '}
        {after !== undefined && <ins>{after}</ins>}
      </dd>
    </>
  );
}
