/** The sentry that a policy raised most alerts on. Pure. */
import type { AlertOut } from '@picket/contracts/types';

export interface UsualSentry {
  readonly policy: string;
  /** undefined: it raised none. */
  readonly sentry: string | undefined;
}

/**
 * The first one found for a policy stays: with each alert that arrives the list changes, and the backtest would move to another sentry.
 * `alerts` undefined: they are not known yet.
 */
export function keptUsualSentry(
  kept: UsualSentry | null,
  policy: string | null,
  alerts: readonly Pick<AlertOut, 'sentry'>[] | undefined,
): UsualSentry | null {
  if (policy !== null && kept?.policy === policy) return kept;
  if (policy === null || alerts === undefined) return null;
  const counts = Map.groupBy(alerts, ({ sentry }) => sentry?.guid ?? '');
  const [sentry] = [...counts].sort(([, a], [, b]) => b.length - a.length).map(([guid]) => guid);
  return { policy, sentry };
}
