/** The notification settings of another user, for administrators. */
import type { NotificationSettingsOut, UserOut } from '@picket/contracts/types';
import { api, refresh, useApi } from '../../lib/api.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import type { ChosenPreferences } from './preferences-body.ts';
import type { MyNotifications } from './use-my-notifications.ts';

const STILL = { revalidateOnFocus: false };

export interface UserNotifications {
  readonly user: UserOut;
  readonly settings: NotificationSettingsOut;
  readonly locations: MyNotifications['locations'];
}

/** `data` undefined: not loaded yet, or not at all. */
export function useUserNotifications(guid: string) {
  const params = { guid };
  const user = useApi('GET /users/{guid}', { params });
  const settings = useApi('GET /users/{guid}/notifications', { params }, STILL);
  const locations = useWholeList('GET /locations', {}, STILL);
  const data: UserNotifications | undefined = user.data &&
    settings.data &&
    locations.data && { user: user.data, settings: settings.data, locations: locations.data.items };
  return {
    data,
    error: user.error ?? settings.error ?? locations.error,
    reload: () => Promise.all([user.mutate(), settings.mutate(), locations.mutate()]),
  };
}

export const refreshUserNotifications = (): Promise<unknown> => refresh('GET /users/{guid}/notifications');

export async function saveUserPreferences(
  guid: string,
  preferences: ChosenPreferences,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await api('PUT /users/{guid}/notifications', { params: { guid }, body: { preferences }, headers });
  await refreshUserNotifications();
}
