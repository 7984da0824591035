/** Waits, or until the signal is aborted; never throws. */
export function pause(millis: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || millis <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal.addEventListener('abort', done);
  });
}

/** A heartbeat is due this often, whatever the sensors' interval. */
const HEARTBEAT_SECONDS = 60;
/** Timers may wake a little early. */
const EARLY_MS = 20;

/**
 * Calls `read` every interval, on the clock's own multiples, and yields what it gives; between far-apart readings it yields
 * empty batches as heartbeats. A null from `read` yields nothing.
 */
export async function* onInterval<Item>(
  intervalSeconds: number,
  signal: AbortSignal,
  read: (now: number) => Promise<readonly Item[] | null>,
): AsyncIterable<{ readings: readonly Item[] }> {
  const step = Math.min(intervalSeconds, HEARTBEAT_SECONDS) * 1000;
  const every = intervalSeconds * 1000;
  let nextReading = 0;
  let isSilent = false;
  while (!signal.aborted) {
    const now = Date.now();
    let readings: readonly Item[] = [];
    if (now >= nextReading - EARLY_MS) {
      nextReading = (Math.floor((now + EARLY_MS) / every) + 1) * every;
      const given = await read(now);
      isSilent = given === null;
      readings = given ?? [];
    }
    if (!isSilent) yield { readings };
    const untilNext = step - ((Date.now() + EARLY_MS) % step) + EARLY_MS;
    await pause(untilNext, signal);
  }
}
