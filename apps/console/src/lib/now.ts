/**
 * One clock for everything that shows an age; it ticks once a second while it has subscribers. Where the clock of this device is wrong
 * it follows that of the server: ages by another clock would show a dead sensor as current.
 */
import { useSyncExternalStore } from 'react';
import { clockOffset, type Exchange } from './clock-offset.ts';

let offset = 0;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();

function tick(): void {
  now = currentTime();
  for (const each of listeners) each();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}

/** Returns the current time in milliseconds, for what is compared with instants of the server. */
export const currentTime = (): number => Date.now() + offset;

/** Called with a response of the server that no cache gave. */
export function noteServerTime(exchange: Exchange): void {
  const next = clockOffset(exchange);
  if (next === null) return;
  offset = next;
  tick();
}

/** Returns the current time in milliseconds, updated every second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
