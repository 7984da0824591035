/** The notification settings of the signed-in user, and what changes them. */
import type { DestinationOut, NotificationSettingsOut } from '@picket/contracts/types';
import { api, refresh, useApi } from '../../lib/api.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { setProfile } from '../session/index.ts';
import type { NewDestination } from './add-destination.tsx';
import type { ChosenPreferences } from './preferences-body.ts';
import type { TestResult } from './test-result.ts';

const KEY = 'GET /users/my-profile/notifications';
const STILL = { revalidateOnFocus: false };

export interface MyNotifications {
  readonly settings: NotificationSettingsOut;
  readonly locations: readonly { readonly guid: string; readonly name: string; readonly timezone: string }[];
}

/** `data` undefined: not loaded yet, or not at all. */
export function useMyNotifications() {
  const settings = useApi(KEY, {}, STILL);
  const locations = useWholeList('GET /locations', {}, STILL);
  const data: MyNotifications | undefined = settings.data &&
    locations.data && { settings: settings.data, locations: locations.data.items };
  return {
    data,
    error: settings.error ?? locations.error,
    reload: () => Promise.all([settings.mutate(), locations.mutate()]),
  };
}

export async function addMyDestination(body: NewDestination): Promise<DestinationOut> {
  const { secret: _secret, ...made } = await api('POST /users/my-profile/destinations', { body });
  await refresh(KEY);
  return made;
}

export async function testMyDestination({ guid }: DestinationOut): Promise<TestResult> {
  const result = await api('POST /users/my-profile/destinations/{guid}/test', { params: { guid } });
  await refresh(KEY);
  return result;
}

/** `guid`: of a channel, or the user's own for their e-mail address. */
export async function confirmMyArrival({ guid }: Pick<DestinationOut, 'guid'>, arrived: boolean): Promise<void> {
  await api('POST /users/my-profile/destinations/{guid}/arrival', { params: { guid }, body: { arrived } });
  await refresh('GET /views/get-started');
}

export async function removeMyDestination({ guid }: DestinationOut): Promise<void> {
  await api('DELETE /users/my-profile/destinations/{guid}', { params: { guid } });
  await refresh(KEY);
}

export const refreshMyNotifications = (): Promise<unknown> => refresh(KEY);

export async function saveMyPreferences(
  preferences: ChosenPreferences,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await api('PUT /users/my-profile/notifications', { body: { preferences }, headers });
  await Promise.all([api('GET /users/my-profile', {}).then(setProfile), refresh(KEY)]);
}
