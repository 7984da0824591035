/** One audit entry as a sentence, with its changes in a disclosure. */
import type { AuditEntryOut } from '@picket/contracts/types';
import type { Permission } from '@picket/domain/permissions';
import { actorText } from '@picket/i18n/actor-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { decimalText } from '../../lib/decimal-text.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useProfile } from '../session/index.ts';
import { permissionTexts } from '../users/index.ts';
import styles from './audit.module.css';
import { type AuditChange, describeChanges } from './audit-changes.ts';
import { DESCRIBED_FIELDS, editTexts } from './audit-descriptions.ts';
import { auditSentence, auditTargetText } from './audit-sentence.tsx';

interface Props {
  readonly entry: AuditEntryOut;
  /** A location's name. */
  readonly nameOf: (location: string) => string;
}

export function AuditRow({ entry, nameOf }: Props) {
  const t = useText();
  const formats = useFormats();
  const { useCelsius } = useProfile().preferences;
  const edits = editTexts(t, entry, {
    t: sharedTextsOf(t),
    useCelsius,
    formatNumber: (text) => decimalText(t, text),
  });
  const names = {
    describePermissions: (permissions: readonly Permission[]) => permissionTexts(t, permissions, nameOf),
    formatInstant: formats.dateTimeWithSeconds,
    formatNumber: (value: number) => formats.shortNumber(value, 3),
  };
  const changes = describeChanges(t, entry, names, edits === null ? undefined : DESCRIBED_FIELDS);
  const { actor, action, target } = entry;
  const isOwn = target.kind === 'user' && target.guid === actor.guid;
  const sentence = auditSentence(
    t,
    { actor: actorText(sharedTextsOf(t), actor), action, target: auditTargetText(t, target), isOwn },
    (name) => <strong>{name}</strong>,
  );
  return (
    <li className={styles.row}>
      {changes.length === 0 && edits === null ? (
        <p className={styles.sentence}>{sentence}</p>
      ) : (
        <details>
          <summary className={styles.sentence}>{sentence}</summary>
          {edits !== null && (
            <ul className={styles.changes}>
              {edits.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          <dl className={styles.diff}>
            {changes.map((change) => (
              <Change key={change.label} change={change} />
            ))}
          </dl>
        </details>
      )}
      <EntryProperties entry={entry} />
    </li>
  );
}

/** When, from where, and its number. */
function EntryProperties({ entry: { occurredAt, address, ordinal, genuine } }: { readonly entry: AuditEntryOut }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const time = formats.dateTimeWithSeconds(occurredAt);
  return (
    <p className="small muted meta">
      <time dateTime={occurredAt} title={time}>
        {formats.ago(occurredAt, now)}
      </time>{' '}
      · {time}
      {address === undefined ? '' : ` · ${address}`} · <span className="num">#{ordinal}</span>
      {!genuine && (
        <>
          {' '}
          <StateBadge state="critical" label={t('audit.problem.CHANGED')} />
        </>
      )}
    </p>
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
