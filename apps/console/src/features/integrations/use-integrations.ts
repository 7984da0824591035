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

/** An answer with what is made with an integration and is in no other answer: the address of a webhook, the password of a broker. */
export type MadeSecret =
  | { readonly kind: 'WEBHOOK'; readonly hookAddress: string }
  | { readonly kind: 'BROKER'; readonly address: string; readonly user: string; readonly password: string };

/** null: there is none. */
function secretOf(made: Integration): MadeSecret | null {
  if (made.kind === 'WEBHOOK' && made.hookAddress !== undefined)
    return { kind: made.kind, hookAddress: made.hookAddress };
  if (made.kind === 'BROKER' && made.brokerPassword !== undefined) {
    const { kind, brokerAddress: address = '', user = '', brokerPassword: password } = made;
    return { kind, address, user, password };
  }
  return null;
}

export async function addIntegration(body: BodyOf<'POST /integrations'>): Promise<MadeSecret | null> {
  const made = await api('POST /integrations', { body });
  await refreshIntegrations();
  return secretOf(made);
}

/** Makes another address of a webhook, or another password of a broker. */
export async function renewSecret({ guid, kind }: Pick<Integration, 'guid' | 'kind'>): Promise<MadeSecret | null> {
  const params = { guid };
  return secretOf(
    kind === 'BROKER'
      ? await api('POST /integrations/{guid}/password', { params })
      : await api('POST /integrations/{guid}/hook', { params }),
  );
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
