/** Code that is loaded when it is wanted, beside the page: until then, and while the line is down, the page does without it. */
import { useEffect, useState } from 'react';

const RETRY_MS = 2000;

async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return loadWithRetry(load);
  }
}

/** Returns what `load` resolves to, which is called once, when it is first wanted; null until then. `load`: made once. */
export function useLoaded<T>(load: () => Promise<T>, isWanted: boolean): T | null {
  const [loaded, setLoaded] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    if (isWanted) void loadWithRetry(load).then((value) => setLoaded({ value }));
  }, [load, isWanted]);
  return loaded === null ? null : loaded.value;
}
