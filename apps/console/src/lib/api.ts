/** The API client of the console and its cache. */

import { apiBase } from '@picket/contracts/api-base';
import { ApiError, type CallInput, createClient } from '@picket/contracts/client';
import type { EndpointKey, ResponseOf } from '@picket/contracts/endpoints';
import useSWR, { mutate, type SWRConfiguration, type SWRResponse, unstable_serialize, useSWRConfig } from 'swr';
import { errorBeside } from './kept-error.ts';
import { keptResponse, responseKeeper } from './kept-responses.ts';
import { addMissedChange, type Change, forgetPending, loadWithChanges } from './missed-changes.ts';
import { PendingRequests } from './pending-requests.ts';
import { discardPreloaded, peekPreloaded, takePreloaded } from './preloaded-responses.ts';
import { currentLanguage, currentTranslator } from './texts.ts';
import { usePassingResponse } from './use-passing-response.ts';

export { ApiError } from '@picket/contracts/client';

/** Set by the server in the page: whether the API has its own host. */
const hasApiSubdomain = document.querySelector('meta[name="api-host"]')?.getAttribute('content') === 'subdomain';

export const API_BASE = apiBase(window.location, hasApiSubdomain ? 'subdomain' : 'same');

let hasUserActivity = false;
for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  window.addEventListener(
    kind,
    () => {
      hasUserActivity = true;
    },
    { passive: true, capture: true },
  );

/** Asks for refusals in the reader's language, and marks calls caused by user activity rather than polling: they keep the session alive. */
function requestHeaders(): Record<string, string> {
  const headers = { 'accept-language': currentLanguage() };
  if (!hasUserActivity) return headers;
  hasUserActivity = false;
  return { ...headers, 'x-picket-active': '1' };
}

const client = createClient({ base: API_BASE, credentials: 'include', headers: requestHeaders });

/** Calls an endpoint. What the page brought along is answered from there, once. */
export async function api<K extends EndpointKey>(key: K, input: CallInput<K>): Promise<ResponseOf<K>> {
  if (key.startsWith('GET ')) return get(key, input);
  discardPreloaded();
  return client(key, input);
}

/** Where nothing answers, returns the answer of an earlier visit. */
async function get<K extends EndpointKey>(key: K, input: CallInput<K>): Promise<ResponseOf<K>> {
  const keep = responseKeeper(key, input);
  try {
    const answer = takePreloaded(key, input) ?? (await client(key, input));
    keep(answer);
    return answer;
  } catch (error) {
    const kept = error instanceof ApiError ? await keptResponse(key, input, error) : undefined;
    if (kept === undefined) throw error;
    return kept;
  }
}

/**
 * Puts a response that came with the page where `useApi` looks for it, before anything is drawn: the first screen is drawn once, with all
 * that it shows. Once drawn it requests them as any other does, and gets what the page brought.
 */
export function showPreloaded<K extends EndpointKey>(key: K, input: CallInput<K>): void {
  const response = peekPreloaded(key, input);
  if (response !== undefined) void mutate<ResponseOf<K>>([key, input], response, { revalidate: false });
}

/** Parts of one screen share a request. A screen opened later than this requests again: what it shows may have been changed since. */
const SHARED_MS = 250;

type Key<K extends EndpointKey> = readonly [K, CallInput<K>];

const pending = new PendingRequests<EndpointKey>();

export type ApiOptions<K extends EndpointKey> = SWRConfiguration<ResponseOf<K>, ApiError>;

/** Returns the cached response of an endpoint and revalidates it by SWR's rules. `input` null: no request. */
export const useApi = <K extends EndpointKey>(
  key: K,
  input: CallInput<K> | null,
  options: ApiOptions<K> = {},
): SWRResponse<ResponseOf<K>, ApiError> => useLoadedResponse(key, input, api, options);

/** The same for what takes more than one request: `load` makes them. One input has one way to be loaded. */
export function useLoadedResponse<K extends EndpointKey>(
  key: K,
  input: CallInput<K> | null,
  load: (key: K, input: CallInput<K>) => Promise<ResponseOf<K>>,
  options: ApiOptions<K>,
): SWRResponse<ResponseOf<K>, ApiError> {
  const { cache, compare } = useSWRConfig();
  const cacheKey = input === null ? null : ([key, input] as Key<K>);
  const response = useSWR<ResponseOf<K>, ApiError>(
    cacheKey,
    ([endpoint, given]: Key<K>) => pending.add(endpoint, loadWithChanges(endpoint, given, load)),
    {
      keepPreviousData: true,
      dedupingInterval: SHARED_MS,
      // What is there already is not read through: a thousand cards take longer than a frame.
      compare: (one, other) => one === other || compare(one, other),
      ...options,
    },
  );
  usePassingResponse(key, input);
  // Getters: SWR renders a component again only for what it has read.
  return {
    get data() {
      return response.data;
    },
    get error() {
      const hasResponse = cache.get(unstable_serialize(cacheKey))?.data !== undefined;
      return errorBeside(response.error, hasResponse);
    },
    get isLoading() {
      return response.isLoading;
    },
    get isValidating() {
      return response.isValidating;
    },
    mutate: response.mutate,
  };
}

/** Returns the cached response of an endpoint without requesting it, and without being rendered again when it changes. */
export function useCached<K extends EndpointKey>(key: K, input: CallInput<K>): ResponseOf<K> | undefined {
  const { cache } = useSWRConfig();
  // Guarantee: `useApi` alone puts responses there, under the endpoint that returned them.
  return cache.get(unstable_serialize([key, input]))?.data as ResponseOf<K> | undefined;
}

/** Guarantee: only `useApi` creates cache keys, from an endpoint and its input. */
const inputOf = <K extends EndpointKey>(cached: unknown): CallInput<K> => (cached as Key<K>)[1];

const isKeyOf = (cached: unknown, key: EndpointKey): boolean => Array.isArray(cached) && cached[0] === key;

/** Revalidates everything cached from an endpoint: what is shown now is requested at once. */
export const refresh = (key: EndpointKey): Promise<unknown> => mutate((cached) => isKeyOf(cached, key));

/**
 * Forgets everything cached from an endpoint, after a change that it lists: a screen that is opened next does not show first what
 * is no longer so. What is shown now stays until its new response is there.
 */
export function forgetCached(key: EndpointKey): Promise<unknown> {
  forgetPending(key);
  return mutate((cached) => isKeyOf(cached, key), undefined, { revalidate: true });
}

/** The same as `refresh`, of the inputs that match. */
export const refreshMatching = <K extends EndpointKey>(
  key: K,
  matches: (input: CallInput<K>) => boolean,
): Promise<unknown> => mutate((cached) => isKeyOf(cached, key) && matches(inputOf<K>(cached)));

const isRead = (cached: unknown): boolean => Array.isArray(cached) && String(cached[0]).startsWith('GET ');

/** Revalidates everything that was read. What is shown now is requested at once. */
export const refreshAll = (): Promise<unknown> => mutate(isRead);

/** Resolves once what is being fetched from an endpoint now has arrived or failed. */
export const whenFetched = (key: EndpointKey): Promise<void> => pending.settled(key);

/** Changes everything cached from an endpoint, or requested for it, without a request. Live events reach the screens this way. */
export function updateCached<K extends EndpointKey>(key: K, change: Change<K>): void {
  addMissedChange(key, change);
  const inputs: CallInput<K>[] = [];
  // Each input has a response of its own, so each is changed by itself.
  void mutate((cached) => {
    if (isKeyOf(cached, key)) inputs.push(inputOf<K>(cached));
    return false;
  });
  for (const input of inputs)
    void mutate<ResponseOf<K>>(
      [key, input],
      (current: ResponseOf<K> | undefined) => (current === undefined ? current : change(current, input)),
      { revalidate: false },
    );
}

/** Returns the message of an error as shown to the user. What no server wrote has no message of one. */
export function problemText(error: unknown): string {
  const t = currentTranslator();
  if (!(error instanceof ApiError)) return t('common.wentWrong');
  return error.status === 0 ? t('common.unreachable') : error.message;
}

/** Returns the server's message for a field of a form, if there is one. */
export const fieldProblem = (error: unknown, name: string): string | undefined =>
  error instanceof ApiError ? error.errors.find((problem) => problem.name === name)?.message : undefined;
