/** Requests that events make necessary: many events at once cause one request for each. */
import type { CallInput } from '@picket/contracts/client';
import type { EndpointKey } from '@picket/contracts/endpoints';
import { refresh, refreshMatching } from '../lib/api.ts';

const BURST_MS = 300;

/** Endpoints about one thing. */
export type GuidKey = {
  [K in EndpointKey]: CallInput<K> extends { readonly params: { readonly guid: string } } ? K : never;
}[EndpointKey];

const queued = new Map<string, () => Promise<unknown>>();
let timer: ReturnType<typeof setTimeout> | null = null;

function queue(id: string, run: () => Promise<unknown>): void {
  queued.set(id, run);
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    const due = [...queued.values()];
    queued.clear();
    for (const one of due) void one();
  }, BURST_MS);
}

/** Requests everything cached from an endpoint again, at the end of the burst. */
export const queueRefresh = (key: EndpointKey): void => queue(key, () => refresh(key));

/** The same, only what is about this guid. */
export const queueRefreshOf = (key: GuidKey, guid: string): void =>
  queue(`${key} ${guid}`, () => refreshMatching(key, ({ params }) => params.guid === guid));
