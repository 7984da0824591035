import type { IntegrityViolation } from '@picket/server/commands';

/** Formats the violations found, for the terminal. `count`: of the checks that were run. */
export function formatViolations(violations: readonly IntegrityViolation[], count: number): string {
  if (violations.length === 0) return `All ${count} checks passed.`;
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
