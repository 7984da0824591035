/**
 * One clock for everything that shows an age; it ticks once a second while it has subscribers. Where the clock of this device is wrong
 * it follows that of the server: ages by another clock would show a dead sensor as current.
 */
import { clockOffset, type Exchange } from './clock-offset.ts';

/** A clock whose progress differs by more was set, or the device was asleep. */
const STEP_MS = 5000;

let offset = 0;
let now = Date.now();
/** How far the clock of this device is ahead of one that is never set. */
let ahead = now - performance.now();
let onStep: (() => void) | null = null;
let timer: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();

/**
 * A clock that is set by what it was wrong is right. Any other step is most often sleep, which leaves it as wrong as it was: what is known of
 * it holds until the server says what it is.
 */
function tick(): void {
  const aheadNow = Date.now() - performance.now();
  const step = aheadNow - ahead;
  ahead = aheadNow;
  if (Math.abs(step) > STEP_MS) {
    if (Math.abs(step - offset) < STEP_MS) offset = 0;
    onStep?.();
  }
  now = currentTime();
  for (const each of listeners) each();
}

export function subscribeToTicks(listener: () => void): () => void {
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
  ahead = Date.now() - performance.now();
  offset = next;
  tick();
}

/** `ask`: requests a response of the server, whose time is noted then. Called when the clock of this device was set. */
export function askWhenClockIsSet(ask: () => void): void {
  onStep = ask;
}

/** The current time in milliseconds as of the last tick. */
export const timeOfTick = (): number => now;
