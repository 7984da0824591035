/** The newest value of every series that live events told of, outside React: one reading re-renders one number. */
import { useSyncExternalStore } from 'react';

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

/** Keeps a reading unless a newer one is there. */
export function putReading(sentry: string, sensorMetricId: string, column: string, reading: LiveReading): void {
  const key = keyOf(sentry, sensorMetricId, column);
  const known = readings.get(key);
  if (known !== undefined && known.at >= reading.at) return;
  readings.set(key, reading);
  notifyListeners(key);
}

/** A sentry was heard of. */
export function putLastSeen(sentry: string, at: number): void {
  if ((lastSeen.get(sentry) ?? 0) >= at) return;
  lastSeen.set(sentry, at);
  notifyListeners(sentry);
}

/** The newest of what the server answered and what live events said since. */
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

/** When a sentry was last heard of; null when never. */
export function useLastSeenAt(sentry: string, fetched: number | null): number | null {
  const live = useSyncExternalStore(
    (listener) => subscribe(sentry, listener),
    () => lastSeen.get(sentry),
  );
  if (live === undefined) return fetched;
  return fetched === null ? live : Math.max(live, fetched);
}

/** Forgets everything: somebody else may sign in. */
export function clearReadings(): void {
  readings.clear();
  lastSeen.clear();
}
