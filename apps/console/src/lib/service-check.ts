/**
 * Asks the service for its health. Any answer other than 204 means that Picket is down. Without an answer a file of the console
 * decides: if that is answered Picket is down as well, else this browser is offline, unless the host for downtimes announces one. What
 * the browser says about its network is no evidence: it knows of cables, not of Picket.
 */
import { API_BASE, api } from './api.ts';
import { LINKS } from './links.ts';
import { reportServerBuild } from './newer-build.ts';
import { noteServerTime } from './now.ts';
import {
  type AnnouncedDowntime,
  hasResponded,
  lastResponseAt,
  noteResponse,
  type ServiceState,
  serviceState,
  setServiceState,
} from './service-state.ts';

const HEALTH_TIMEOUT_MS = 10_000;
const FILE_TIMEOUT_MS = 5000;
/** The server caches a failure for 1 s: the second check is a probe of its own. */
const CONFIRM_AFTER_MS = 2000;

interface Downtime extends AnnouncedDowntime {
  readonly _isDowntime: boolean;
}

/** Announced downtimes, from the services host or from this server. Sent without credentials. */
async function fetchDowntimes(): Promise<readonly Downtime[]> {
  if (LINKS.services === null)
    return api('GET /downtime', { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).catch(() => []);
  try {
    const options = { credentials: 'omit', signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) } as const;
    const answer = await fetch(`${LINKS.services}/downtime`, options);
    const found: unknown = await answer.json();
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

/** null: no answer. No cache answers it: neither that of the browser nor that of a service worker. */
const ask = (url: string, method: 'GET' | 'HEAD', timeout: number): Promise<Response | null> =>
  fetch(url, { method, cache: 'no-store', signal: AbortSignal.timeout(timeout) }).catch(() => null);

/**
 * Whether anything answers where this console comes from. A service worker serves files from its cache to GET alone, so this is a
 * HEAD, of an address that was never asked for before.
 */
const isConsoleReachable = async (): Promise<boolean> =>
  (await ask(`/favicon.svg?asked=${Date.now()}`, 'HEAD', FILE_TIMEOUT_MS)) !== null;

async function findState(): Promise<ServiceState> {
  const askedAt = Date.now();
  const answer = await ask(`${API_BASE}/health`, 'GET', HEALTH_TIMEOUT_MS);
  reportServerBuild(answer?.headers.get('x-picket-console') ?? null);
  if (answer?.status === 204) {
    noteServerTime({ date: answer.headers.get('date'), askedAt, answeredAt: Date.now() });
    noteResponse();
    return { state: 'up' };
  }
  const isOffline = answer === null && !(await isConsoleReachable());
  // A host of its own for downtimes answers when nothing else does.
  const [first] = isOffline && LINKS.services === null ? [] : await fetchDowntimes();
  const announced = first?._isDowntime ? first : null;
  if (isOffline && announced === null) return { state: 'offline', lastResponseAt: lastResponseAt() };
  return { state: 'down', announced };
}

/**
 * A page in use is hidden, with what is being typed there, only when a second check fails as well: one that was slow is no downtime.
 * An announced one counts at once, and so does the first check of a visit.
 */
async function findConfirmedState(): Promise<ServiceState> {
  const found = await findState();
  const needsConfirmation =
    found.state === 'down' && found.announced === null && serviceState().state === 'up' && hasResponded();
  if (!needsConfirmation) return found;
  await new Promise((resolve) => setTimeout(resolve, CONFIRM_AFTER_MS));
  return findState();
}

let running: Promise<ServiceState> | null = null;

/** Finds and sets the state of the service; who asks while a check runs gets its result. Never rejects. */
export function checkService(): Promise<ServiceState> {
  running ??= findConfirmedState().then((found) => {
    running = null;
    setServiceState(found);
    return found;
  });
  return running;
}
