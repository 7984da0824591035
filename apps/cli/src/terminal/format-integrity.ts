import type { IntegrityReport } from '@picket/server/commands';

/** Formats what the integrity checks found, and which of them do not apply, for the terminal. */
export const formatIntegrity = ({ violations, notChecked, count }: IntegrityReport): string =>
  [
    ...(violations.length === 0 ? [`All ${count} checks passed.`] : violations.map(formatViolation)),
    ...notChecked.map(({ check, rule, why }) => `Not checked, as ${why}: ${check}: ${rule}.`),
  ].join('\n');

function formatViolation({ check, rule, count, examples }: IntegrityReport['violations'][number]): string {
  const rest = count > examples.length ? [`… and ${count - examples.length} more`] : [];
  return [`BROKEN ${check}: ${rule}. Not so for ${count}:`, ...[...examples, ...rest].map((one) => `  ${one}`)].join(
    '\n',
  );
}
