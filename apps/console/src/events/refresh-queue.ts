/** Requests that events make necessary: many events at once cause one request for each. */
import type { CallInput } from '@picket/contracts/client';
import type { EndpointKey } from '@picket/contracts/endpoints';
import { refresh, refreshMatching, whenFetched } from '../lib/api.ts';

const BURST_MS = 300;
/** A request that takes longer has no answer any more. */
const MAX_WAIT_MS = 10_000;

/** Endpoints about one thing. */
export type GuidKey = {
  [K in EndpointKey]: CallInput<K> extends { readonly params: { readonly guid: string } } ? K : never;
}[EndpointKey];

interface Refresh {
  readonly key: EndpointKey;
  readonly run: () => Promise<unknown>;
}

const queued = new Map<string, Refresh>();
let timer: ReturnType<typeof setTimeout> | null = null;
/** Those that wait for the request before them: what happens meanwhile is in their response as well. */
const waiting = new Set<string>();

/**
 * Runs once what is being fetched from the endpoint now has arrived. A request takes the place of the one before, so where events
 * come faster than responses none would ever be shown.
 */
async function runAfterPending(id: string, { key, run }: Refresh): Promise<void> {
  if (waiting.has(id)) return;
  waiting.add(id);
  await Promise.race([whenFetched(key), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  waiting.delete(id);
  await run();
}

function queue(id: string, refreshing: Refresh): void {
  queued.set(id, refreshing);
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    const due = [...queued];
    queued.clear();
    for (const [one, of] of due) void runAfterPending(one, of);
  }, BURST_MS);
}

/** Requests everything cached from an endpoint again, at the end of the burst. */
export const queueRefresh = (key: EndpointKey): void => queue(key, { key, run: () => refresh(key) });

/** The same, only what is about this guid. */
export const queueRefreshOf = (key: GuidKey, guid: string): void =>
  queue(`${key} ${guid}`, { key, run: () => refreshMatching(key, ({ params }) => params.guid === guid) });

/**
 * Requests everything cached from an endpoint once what is being fetched from it now has arrived. It is shown first, and fetched once
 * more: it may have been read before.
 */
export const refreshAfterPending = (key: EndpointKey): Promise<void> =>
  runAfterPending(key, { key, run: () => refresh(key) });
