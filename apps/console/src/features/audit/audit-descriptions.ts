/** Edits of policies, overrides and zones in an audit entry, as sentences. */
import type { AuditEntryOut } from '@picket/contracts/types';
import { POLICY_CHANGE_CODES, type PolicyChange } from '@picket/domain/policy-changes';
import { POLICY_WARNING_CODES, type PolicyWarning } from '@picket/domain/policy-warnings';
import { type ChangeReader, changeLine } from '@picket/i18n/change-words';
import { nameText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';

/** Fields that the descriptions cover; the export contains them in full. */
export const DESCRIBED_FIELDS: ReadonlySet<string> = new Set([
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

/** null: the entry is no such edit. */
export function editTexts(
  t: Translator,
  { after }: Pick<AuditEntryOut, 'after'>,
  reader: ChangeReader,
): readonly string[] | null {
  if (!Array.isArray(after?.changes)) return null;
  const changes: readonly unknown[] = after.changes;
  const warnings: readonly unknown[] = Array.isArray(after.warnings) ? after.warnings : [];
  const answer = after.confirmed === true ? 'confirmed' : 'unconfirmed';
  return [
    // Earlier versions wrote texts.
    ...changes.flatMap((one) => (typeof one === 'string' ? [one] : isChange(one) ? [changeLine(one, reader)] : [])),
    ...warnings.flatMap((one) =>
      isWarning(one) ? [t(`audit.warning.${answer}.${one.code}`, { violation: nameText(t, one.violation) })] : [],
    ),
  ];
}

const hasCode = (value: unknown): value is { readonly code: unknown } =>
  typeof value === 'object' && value !== null && 'code' in value;

/** Guarantee: the server writes no other objects with such a code into an entry. */
const isChange = (value: unknown): value is PolicyChange =>
  hasCode(value) && POLICY_CHANGE_CODES.some((code) => code === value.code);
const isWarning = (value: unknown): value is Pick<PolicyWarning, 'code' | 'violation'> =>
  hasCode(value) && POLICY_WARNING_CODES.some((code) => code === value.code);
