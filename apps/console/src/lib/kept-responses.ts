/**
 * The last responses to the signed-in user, kept in this browser so that a page opened without network shows the last known state.
 *
 * Invariants: they belong to one user of one organization, and are erased when that user signs out, when the session has ended, when
 * somebody else signs in, and on a wall display. They are shown only while the browser has the cookie that lasts as long as the
 * session, and only for addresses that the server has not responded to on this page.
 */
import { type ApiError, addressOf, type CallInput } from '@picket/contracts/client';
import type { EndpointKey, ResponseOf } from '@picket/contracts/endpoints';
import type { ProfileOut } from '@picket/contracts/types';
import { mayHaveSession } from './known-session.ts';
import { noteKeptResponse } from './service-state.ts';

const PROFILE = 'GET /users/my-profile';
/** What /locations and the page of a location show. */
const KEPT: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  PROFILE,
  'GET /views/locations',
  'GET /alerts',
  'GET /views/get-started',
  'GET /views/locations/{guid}',
]);
const MAX_KEPT = 100;
/** Later pages of a list have another address whenever the list changes: they take no place of the others. */
const MAX_LATER_PAGES = 40;
const KEEP_EVERY_MS = 10_000;
const MAX_AGE_MS = 7 * 86_400_000;

/** Each user has a cache of their own: `picket-answers <organization> <user>`. */
const CACHES = 'picket-answers ';
const KEPT_AT = 'x-kept-at';

/** Of the user whom the server has confirmed to this page. */
let own: string | null = null;
const received = new Set<string>();
const keptAt = new Map<string, number>();
/** Came with the page, before the profile in it was read. */
const waiting = new Map<string, unknown>();

// Without https browsers have no caches.
const hasCaches = 'caches' in globalThis;

const cacheNames = async (): Promise<readonly string[]> =>
  hasCaches ? (await caches.keys()).filter((name) => name.startsWith(CACHES)) : [];

/** Storage may be full, or forbidden in a private window: then nothing is kept. */
const ignoreFailure = (kept: Promise<void>): void => void kept.catch(() => {});

/**
 * Of all tabs: while one erases, none stores. Otherwise a response that is being stored could bring back a cache that was erased a moment
 * before.
 */
const locked = (mode: LockMode, work: () => Promise<void>): Promise<void> =>
  navigator.locks.request(CACHES, { mode }, work);

async function eraseOthers(name: string | null): Promise<void> {
  for (const other of await cacheNames()) if (other !== name) await caches.delete(other);
}

/** Erases everything that is kept: after a sign-out, when the session has ended, on a wall display. */
export async function eraseKeptResponses(): Promise<void> {
  own = null;
  received.clear();
  keptAt.clear();
  waiting.clear();
  if (hasCaches) await locked('exclusive', () => eraseOthers(null));
}

/** Keeps responses for this user from now on, whom the server has just confirmed, and erases those of everybody else. */
export async function keepResponsesOf(profile: ProfileOut): Promise<void> {
  if (profile.display || profile.lacksMfa || !mayHaveSession()) return eraseKeptResponses();
  const name = `${CACHES}${profile.tenant.guid} ${profile.guid}`;
  if (own === name || !hasCaches) return;
  own = name;
  await locked('exclusive', async () => {
    await eraseOthers(name);
    // Unless the sign-out came meanwhile.
    if (own === name) await caches.open(name);
  });
  for (const [url, response] of waiting) await keep(name, url, response);
  waiting.clear();
}

/** Call it before the request: returns what keeps its response, for the user who is signed in now. */
export function responseKeeper<K extends EndpointKey>(key: K, input: CallInput<K>): (response: ResponseOf<K>) => void {
  const { url } = addressOf('', key, input);
  const name = own;
  return (response) => {
    if (!KEPT.has(key)) return;
    received.add(url);
    if (own === null && name === null) waiting.set(url, response);
    if (name !== null && name === own) ignoreFailure(keep(name, url, response));
    // Guarantee: the response of this endpoint is the profile.
    if (key === PROFILE) ignoreFailure(keepResponsesOf(response as ProfileOut));
  };
}

/** What is on the screen comes first. */
const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => ('requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve)));

/** Those that come before the last `count`. */
const beyond = (count: number, requests: readonly Request[]): readonly Request[] =>
  requests.slice(0, Math.max(0, requests.length - count));

async function keep(name: string, url: string, response: unknown): Promise<void> {
  const now = Date.now();
  if (now - (keptAt.get(url) ?? 0) < KEEP_EVERY_MS) return;
  keptAt.set(url, now);
  await untilIdle();
  await locked('shared', async () => {
    // Erased by this tab, or by another one, in which somebody else may have signed in.
    if (own !== name || !(await caches.has(name))) return;
    const cache = await caches.open(name);
    await cache.put(url, new Response(JSON.stringify(response), { headers: { [KEPT_AT]: String(now) } }));
    const urls = await cache.keys();
    const isLater = (request: Request): boolean => new URL(request.url).searchParams.has('cursor');
    const oldest = [
      ...beyond(MAX_LATER_PAGES, urls.filter(isLater)),
      ...beyond(
        MAX_KEPT,
        urls.filter((request) => !isLater(request)),
      ),
    ];
    for (const request of oldest) await cache.delete(request);
  });
}

/** Returns the response of an earlier visit where nothing responds now; undefined: the error stands. */
export async function keptResponse<K extends EndpointKey>(
  key: K,
  input: CallInput<K>,
  error: ApiError,
): Promise<ResponseOf<K> | undefined> {
  const { url } = addressOf('', key, input);
  if (error.status !== 0 || !KEPT.has(key) || received.has(url) || !mayHaveSession()) return undefined;
  const names = own === null ? await cacheNames() : [own];
  // Two would be of two users, and nobody can say now who this is.
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return undefined;
  const kept = await (await caches.open(name)).match(url);
  const at = Number(kept?.headers.get(KEPT_AT));
  if (kept === undefined || Date.now() - at > MAX_AGE_MS) return undefined;
  // Who is signed in is confirmed more often than anything else.
  noteKeptResponse(at, key !== PROFILE);
  // Guarantee: put there by `keep`, from a response of the same endpoint.
  return (await kept.json()) as ResponseOf<K>;
}
