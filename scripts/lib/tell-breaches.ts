import { type Breach, CHECK_COUNT } from '../../apps/server/src/views/fsck.ts';

/** What was found, for a person to read. */
export function tellBreaches(breaches: readonly Breach[]): string {
  if (breaches.length === 0) return `All ${CHECK_COUNT} checks hold.`;
  return breaches
    .map(({ invariant, holds, count, examples }) => {
      const rest = count > examples.length ? [`… and ${count - examples.length} more`] : [];
      return [
        `BROKEN ${invariant}: ${holds}. Not so for ${count}:`,
        ...[...examples, ...rest].map((one) => `  ${one}`),
      ].join('\n');
    })
    .join('\n');
}
