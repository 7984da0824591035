/** Whether the service works: asked every 60 s, and every 5 s while it does not, so that the console returns by itself. */
import { useEffect, useState } from 'react';
import { API_BASE, api } from '../../lib/api.ts';

const POLL_MS = 60_000;
const POLL_DOWN_MS = 5000;
const TIMEOUT_MS = 10_000;

export type Health =
  | { readonly state: 'up' }
  | { readonly state: 'down'; readonly notice: { readonly startTime: string; readonly context: string } | null };

async function ask(): Promise<Health> {
  const answer = await fetch(`${API_BASE}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (answer?.status === 204) return { state: 'up' };
  const notices = await api('GET /downtime', {}).catch(() => []);
  const [first] = notices;
  return { state: 'down', notice: first?._isDowntime ? first : null };
}

export function useHealth(): Health {
  const [health, setHealth] = useState<Health>({ state: 'up' });
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      const found = await ask();
      if (stopped) return;
      setHealth((before) => (before.state === 'up' && found.state === 'up' ? before : found));
      timer = setTimeout(look, found.state === 'up' ? POLL_MS : POLL_DOWN_MS);
    };
    void look();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
  return health;
}
