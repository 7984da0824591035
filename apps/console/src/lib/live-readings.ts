/** The newest live value of every series, kept outside React: one reading re-renders one number. */
import { useSyncExternalStore } from 'react';
import { forgetWithOwner } from './owner-memory.ts';

export interface LiveReading {
  readonly at: number;
  /** null: unknown. */
  readonly value: number | null;
}

const readings = new Map<string, LiveReading>();
const lastSeen = new Map<string, number>();
const listeners = new Map<string, Set<() => void>>();

const keyOf = (sentry: string, sensorMetricId: string, column: string): string =>
  `${sentry} ${sensorMetricId}.${column}`;

function notifyListeners(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}

function subscribe(key: string, listener: () => void): () => void {
  const own = listeners.get(key) ?? new Set();
  listeners.set(key, own.add(listener));
  return () => own.delete(listener);
}

/** Stores a reading unless a newer one is stored. Returns whether it is the first of its series. */
export function putReading(sentry: string, sensorMetricId: string, column: string, reading: LiveReading): boolean {
  const key = keyOf(sentry, sensorMetricId, column);
  const known = readings.get(key);
  if (known !== undefined && known.at >= reading.at) return false;
  readings.set(key, reading);
  notifyListeners(key);
  return known === undefined;
}

/** Stores when a sentry was last seen. */
export function putLastSeen(sentry: string, at: number): void {
  if ((lastSeen.get(sentry) ?? 0) >= at) return;
  lastSeen.set(sentry, at);
  notifyListeners(sentry);
}

/** Returns the newer of the fetched and the live reading. */
export function useLiveReading(
  sentry: string,
  sensorMetricId: string,
  column: string,
  fetched: LiveReading,
): LiveReading {
  const key = keyOf(sentry, sensorMetricId, column);
  const live = useSyncExternalStore(
    (listener) => subscribe(key, listener),
    () => readings.get(key),
  );
  return live !== undefined && live.at > fetched.at ? live : fetched;
}

/** Returns when a sentry was last seen, in milliseconds; null: never. */
export function useLastSeenAt(sentry: string, fetched: number | null): number | null {
  const live = useSyncExternalStore(
    (listener) => subscribe(sentry, listener),
    () => lastSeen.get(sentry),
  );
  if (live === undefined) return fetched;
  return fetched === null ? live : Math.max(live, fetched);
}

/** When the last report of any sentry came, as far as this console knows; 0: none yet. */
export const newestSeenAt = (): number => Math.max(0, ...lastSeen.values());

forgetWithOwner(() => {
  readings.clear();
  lastSeen.clear();
});
