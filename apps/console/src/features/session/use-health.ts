/** Whether the service works: polled every 60 s, and every 5 s while it is down. */
import { useEffect, useState } from 'react';
import { API_BASE, api } from '../../lib/api.ts';
import { LINKS } from '../../lib/links.ts';
import { reportServerBuild } from '../../lib/newer-build.ts';

const POLL_MS = 60_000;
const POLL_DOWN_MS = 5000;
const TIMEOUT_MS = 10_000;

export type Health =
  | { readonly state: 'up' }
  | { readonly state: 'down'; readonly notice: { readonly startTime: string; readonly context: string } | null };

interface Downtime {
  readonly _isDowntime: boolean;
  readonly startTime: string;
  readonly context: string;
}

/** Announced downtimes, from the services host or from this server. Sent without credentials. */
async function fetchDowntimes(): Promise<readonly Downtime[]> {
  if (LINKS.services === null) return api('GET /downtime', {}).catch(() => []);
  try {
    const options = { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
    const response = await fetch(`${LINKS.services}/downtime`, options);
    const found: unknown = await response.json();
    return Array.isArray(found) ? found.filter(isDowntime) : [];
  } catch {
    return [];
  }
}

const isDowntime = (found: unknown): found is Downtime =>
  typeof found === 'object' &&
  found !== null &&
  '_isDowntime' in found &&
  typeof found._isDowntime === 'boolean' &&
  'startTime' in found &&
  typeof found.startTime === 'string' &&
  'context' in found &&
  typeof found.context === 'string';

async function checkHealth(): Promise<Health> {
  const response = await fetch(`${API_BASE}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  reportServerBuild(response?.headers.get('x-picket-console') ?? null);
  if (response?.status === 204) return { state: 'up' };
  const [first] = await fetchDowntimes();
  return { state: 'down', notice: first?._isDowntime ? first : null };
}

export function useHealth(): Health {
  const [health, setHealth] = useState<Health>({ state: 'up' });
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async (): Promise<void> => {
      const found = await checkHealth();
      if (stopped) return;
      setHealth((before) => (before.state === 'up' && found.state === 'up' ? before : found));
      timer = setTimeout(poll, found.state === 'up' ? POLL_MS : POLL_DOWN_MS);
    };
    void poll();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
  return health;
}
