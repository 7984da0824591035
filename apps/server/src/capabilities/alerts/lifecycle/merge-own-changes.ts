import type { AlertChange, AlertIdentity, AlertWrites } from '../timeline/alert-writes.ts';

/**
 * Merges changes into the alerts raised in the same batch, so that an alert that begins and ends in one batch is written
 * once. An alert with a correction in between is written change by change, in order.
 */
export function mergeOwnChanges({ raised, changes, steps }: AlertWrites): AlertWrites {
  const getKey = (one: AlertIdentity): string => `${one.sentryGuid} ${one.violationKey} ${one.raisedAt}`;
  const merged = new Map(raised.map((alert) => [getKey(alert), alert]));
  const rest: AlertChange[] = [];
  const unmerged = new Set<string>();
  for (const change of changes) {
    const identity = getKey(change);
    const own = unmerged.has(identity) ? undefined : merged.get(identity);
    const { state, endedAt, clearedAt } = change;
    if (own === undefined || change.corrected || change.withdrawn === true || state === null) {
      rest.push(change);
      unmerged.add(identity);
    } else if (change.from.includes(own.state)) {
      merged.set(getKey(change), { ...own, state, endedAt, clearedAt });
    }
  }
  return { raised: [...merged.values()], changes: rest, steps };
}
