import { CHECK_COUNT, type IntegrityViolation } from '@picket/server/commands';

/** Formats the violations found, for the terminal. */
export function formatViolations(violations: readonly IntegrityViolation[]): string {
  if (violations.length === 0) return `All ${CHECK_COUNT} checks passed.`;
  return violations
    .map(({ check, rule, count, examples }) => {
      const rest = count > examples.length ? [`… and ${count - examples.length} more`] : [];
      return [
        `BROKEN ${check}: ${rule}. Not so for ${count}:`,
        ...[...examples, ...rest].map((one) => `  ${one}`),
      ].join('\n');
    })
    .join('\n');
}
