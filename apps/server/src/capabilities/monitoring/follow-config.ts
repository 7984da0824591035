/**
 * A state catches up with an edited configuration: unchanged violations go on as they were, changed ones wait to be
 * recomputed, those that went end (monitor rules: Policies, overrides, changes).
 */
import type { Millis } from '@picket/domain';
import { changeWatch, type SentryState, type Watch, type WatchedViolation, watchPrint } from '@picket/monitor';
import type { Sql } from '../../platform/index.ts';
import { loadWatchPrint, type MonitorRow, type Pending, saveWatchPrint } from './monitor-store.ts';
import type { WatchChanges } from './outcome-port.ts';
import type { NamedWatch } from './tenant-config.ts';

export interface Followed {
  readonly row: MonitorRow;
  /** What is evaluated now: without what waits to be recomputed. */
  readonly watch: Watch;
  readonly changes: WatchChanges | null;
}

/** Takes a row to the configuration `named`; asks the database only when what is watched has really changed. */
export async function followConfig(sql: Sql, row: MonitorRow, named: NamedWatch, now: Millis): Promise<Followed> {
  if (row.revision === named.revision && row.watchHash === named.hash)
    return { row, watch: activeWatch(named.watch, row.pending), changes: null };
  const print = watchPrint(named.watch);
  const caughtUp = { ...row, revision: named.revision, watchHash: named.hash };
  if (row.watchHash === named.hash)
    return { row: caughtUp, watch: activeWatch(named.watch, row.pending), changes: null };
  await saveWatchPrint(sql, named.hash, print);
  // The first configuration of a state: there is nothing to compare it with.
  if (row.watchHash === null) return { row: caughtUp, watch: named.watch, changes: null };

  const change = changeWatch(await loadWatchPrint(sql, row.watchHash), named.watch, row.state);
  const stillPending = Object.entries(row.pending ?? {}).filter(([key]) => Object.hasOwn(print, key));
  const pending: Record<string, Pending> = Object.fromEntries([
    ...stillPending,
    ...change.changed.map(({ watched, standing }) => {
      const from = inForceSince(watched, row.state, now);
      return [watched.key, { from, standing: standing ?? row.pending?.[watched.key]?.standing ?? null }] as const;
    }),
  ]);
  const next: MonitorRow = {
    ...caughtUp,
    state: change.state,
    pending: Object.keys(pending).length === 0 ? null : pending,
  };
  return {
    row: next,
    watch: activeWatch(named.watch, next.pending),
    changes: { sentry: row.sentry, at: now, removed: change.removed },
  };
}

/**
 * From when on a changed definition speaks: from the newest reading it could have seen, which for a sentry that reports is
 * now, and for one that sends old data is where that has got to.
 */
function inForceSince(watched: WatchedViolation, { series }: SentryState, now: Millis): Millis {
  const seen = watched.conditions.flatMap((condition) => series[condition.series]?.at ?? []);
  return seen.length === 0 ? now : Math.min(now, Math.max(...seen));
}

/** The watch without violations that wait to be recomputed. */
export function activeWatch(watch: Watch, pending: MonitorRow['pending']): Watch {
  if (pending === null) return watch;
  const isActive = ({ key }: WatchedViolation): boolean => !Object.hasOwn(pending, key);
  return {
    violations: watch.violations.filter(isActive),
    bySeries: new Map([...watch.bySeries].map(([series, watched]) => [series, watched.filter(isActive)])),
    silence: watch.silence.filter(isActive),
  };
}
