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

/** A sign of life is due this often, whatever the sensors' interval. */
const LIFE_SIGN_SECONDS = 60;

/**
 * Calls `read` every interval, on the clock's own multiples, and yields what it gives; between far-apart readings it yields
 * empty batches as signs of life. A null from `read` means: say nothing at all.
 */
export async function* onInterval<Item>(
  intervalSeconds: number,
  signal: AbortSignal,
  read: (now: number) => Promise<readonly Item[] | null>,
): AsyncIterable<{ readings: readonly Item[] }> {
  const step = Math.min(intervalSeconds, LIFE_SIGN_SECONDS) * 1000;
  let nextReading = Date.now();
  while (!signal.aborted) {
    const now = Date.now();
    const isDue = now >= nextReading;
    if (isDue) nextReading += intervalSeconds * 1000 * Math.max(1, Math.ceil((now - nextReading + 1) / (intervalSeconds * 1000)));
    const readings = isDue ? await read(now) : [];
    if (readings !== null) yield { readings };
    await pause(step - (Date.now() % step), signal);
  }
}
