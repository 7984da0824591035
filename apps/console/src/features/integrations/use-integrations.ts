/** The integrations of the organization, and what changes them. */
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { api, forgetCached, refresh, useApi } from '../../lib/api.ts';

const KEY = 'GET /integrations';
/** A source is connected, and its devices are found, without an event. */
const POLL_INTERVAL_MS = 4000;

export type Integration = ResponseOf<typeof KEY>['items'][number];

export const useIntegrations = () => useApi(KEY, {}, { refreshInterval: POLL_INTERVAL_MS });

/** Announcements that were left out; requested while `isShown`. */
export const useLeftOut = (guid: string, isShown: boolean) =>
  useApi('GET /integrations/{guid}/left-out', isShown ? { params: { guid } } : null, {
    refreshInterval: POLL_INTERVAL_MS,
  });

export const refreshIntegrations = (): Promise<unknown> =>
  Promise.all([refresh(KEY), forgetCached('GET /discovered'), refresh('GET /sentries')]);

/** The address that was made with an integration, and is in no other answer; null: it has none. */
const addressMade = (made: Integration): string | null => (made.kind === 'WEBHOOK' ? (made.hookAddress ?? null) : null);

/** Returns the address of a webhook. */
export async function addIntegration(body: BodyOf<'POST /integrations'>): Promise<string | null> {
  const made = await api('POST /integrations', { body });
  await refreshIntegrations();
  return addressMade(made);
}

/** Returns the new address of a webhook. */
export async function renewAddress(guid: string): Promise<string | null> {
  return addressMade(await api('POST /integrations/{guid}/hook', { params: { guid } }));
}

/** `headers`: the precondition of a form; turning one off and on needs none. */
export async function changeIntegration(
  guid: string,
  body: BodyOf<'PATCH /integrations/{guid}'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await api('PATCH /integrations/{guid}', { params: { guid }, body, headers });
  await refreshIntegrations();
}

export async function removeIntegration(guid: string): Promise<void> {
  await api('DELETE /integrations/{guid}', { params: { guid } });
  await refreshIntegrations();
}
