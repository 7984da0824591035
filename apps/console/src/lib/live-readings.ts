/** The newest value of every series that live events told of, outside React: one reading re-renders one number. */
import { useSyncExternalStore } from 'react';

export interface LiveReading {
  readonly at: number;
  /** null: unknown. */
  readonly value: number | null;
}

const readings = new Map<string, LiveReading>();
const heard = new Map<string, number>();
const listeners = new Map<string, Set<() => void>>();

const keyOf = (sentry: string, sensorMetricId: string, column: string): string =>
  `${sentry} ${sensorMetricId}.${column}`;

function tell(key: string): void {
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
  tell(key);
}

/** A sentry was heard of. */
export function putHeard(sentry: string, at: number): void {
  if ((heard.get(sentry) ?? 0) >= at) return;
  heard.set(sentry, at);
  tell(sentry);
}

/** The newest of what the server answered and what live events said since. */
export function useLiveReading(
  sentry: string,
  sensorMetricId: string,
  column: string,
  answered: LiveReading,
): LiveReading {
  const key = keyOf(sentry, sensorMetricId, column);
  const live = useSyncExternalStore(
    (listener) => subscribe(key, listener),
    () => readings.get(key),
  );
  return live !== undefined && live.at > answered.at ? live : answered;
}

/** When a sentry was last heard of; null when never. */
export function useHeardAt(sentry: string, answered: number | null): number | null {
  const live = useSyncExternalStore(
    (listener) => subscribe(sentry, listener),
    () => heard.get(sentry),
  );
  if (live === undefined) return answered;
  return answered === null ? live : Math.max(live, answered);
}

/** Forgets everything: somebody else may sign in. */
export function clearReadings(): void {
  readings.clear();
  heard.clear();
}
