/** What integrations announce, by a filter that is part of the address, and what is done with a device. */
import { useDebouncedValue } from '@mantine/hooks';
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, refresh, useApi } from '../../lib/api.ts';
import { SEARCH_DELAY_MS } from '../../lib/search-delay.ts';

const KEY = 'GET /discovered';
const POLL_INTERVAL_MS = 3000;
/** A long list is a large answer. */
const LONG_LIST = 200;
const LONG_LIST_POLL_INTERVAL_MS = 30_000;

export type DiscoveredList = ResponseOf<typeof KEY>;
export type Discovered = DiscoveredList['items'][number];
export type DiscoveredEntity = Discovered['entities'][number];
export type DiscoveredState = Discovered['state'];

export const DISCOVERED_STATES: readonly DiscoveredState[] = ['DISCOVERED', 'CHANGED', 'ADOPTED', 'IGNORED'];

const pollInterval = (list: DiscoveredList | undefined): number =>
  list === undefined || list.items.length < LONG_LIST ? POLL_INTERVAL_MS : LONG_LIST_POLL_INTERVAL_MS;

export function useDiscovered() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(params.get('q') ?? '');
  const [settledSearch] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const source = params.get('source');
  const state = DISCOVERED_STATES.find((one) => one === params.get('state')) ?? null;
  const list = useApi(
    KEY,
    {
      query: {
        ...(source === null ? {} : { source }),
        ...(state === null ? {} : { state }),
        ...(settledSearch === '' ? {} : { q: settledSearch }),
      },
    },
    { refreshInterval: pollInterval },
  );
  const change = (name: 'q' | 'source' | 'state' | 'device', value: string | null): void => {
    if (name === 'q') setSearch(value ?? '');
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value.trim() === '') next.delete(name);
        else next.set(name, value.trim());
        return next;
      },
      { replace: true },
    );
  };
  return { list, search, source, state, device: params.get('device'), change };
}

export type DiscoveredFilter = ReturnType<typeof useDiscovered>;

export const refreshDiscovered = (): Promise<unknown> =>
  Promise.all([refresh(KEY), refresh('GET /integrations'), refresh('GET /sentries')]);

export async function adoptDevice(guid: string, body: BodyOf<'POST /discovered/{guid}/adopt'>): Promise<SentryOut> {
  const sentry = await api('POST /discovered/{guid}/adopt', { params: { guid }, body });
  await refreshAdopted();
  return sentry;
}

/** `guid`: of the device. */
export async function replaceDevice(guid: string, body: BodyOf<'POST /discovered/{guid}/replace'>): Promise<SentryOut> {
  const sentry = await api('POST /discovered/{guid}/replace', { params: { guid }, body });
  await refreshAdopted();
  return sentry;
}

export const refreshAdopted = (): Promise<unknown> =>
  Promise.all([
    refreshDiscovered(),
    refresh('GET /views/locations'),
    refresh('GET /locations/{guid}/latest'),
    refresh('GET /policies'),
  ]);

export async function ignoreDevice(guid: string): Promise<void> {
  await api('POST /discovered/{guid}/ignore', { params: { guid } });
  await refreshDiscovered();
}

export async function restoreDevice(guid: string): Promise<void> {
  await api('POST /discovered/{guid}/restore', { params: { guid } });
  await refreshDiscovered();
}

/** `guid`: of the sentry. */
export async function acceptAnnouncement(guid: string): Promise<void> {
  await api('POST /sentries/{guid}/accept-announcement', { params: { guid } });
  await refreshDiscovered();
}

/** `guid`: of the sentry. */
export async function releaseSentry(guid: string): Promise<void> {
  await api('POST /sentries/{guid}/release', { params: { guid } });
  await Promise.all([refreshDiscovered(), refresh('GET /views/locations'), refresh('GET /locations/{guid}/latest')]);
}
