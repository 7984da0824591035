/** The notification settings of the organization, and what changes them. */
import type { BodyOf } from '@picket/contracts/endpoints';
import type { DestinationOut, LocationOut, MessageOut, NotificationRulesOut, UserOut } from '@picket/contracts/types';
import { api, refresh, useApi } from '../../lib/api.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { withReauthentication } from '../session/index.ts';
import type { NewDestination } from './add-destination.tsx';
import type { ChosenPreferences } from './preferences-body.ts';
import type { TestResult } from './test-result.ts';

const STILL = { revalidateOnFocus: false };

export interface TenantNotifications {
  readonly destinations: readonly DestinationOut[];
  readonly rules: NotificationRulesOut;
  readonly failed: readonly MessageOut[];
  readonly recent: readonly MessageOut[];
  readonly locations: readonly LocationOut[];
  readonly users: readonly UserOut[];
}

/** `data` undefined: not loaded yet, or not at all. */
export function useTenantNotifications() {
  const destinations = useWholeList('GET /destinations');
  const rules = useApi('GET /notification-rules', {}, STILL);
  const failed = useApi('GET /messages', { query: { state: 'FAILED', limit: 20 } });
  const recent = useApi('GET /messages', { query: { limit: 10 } });
  const locations = useWholeList('GET /locations', {}, STILL);
  const users = useWholeList('GET /users', {}, STILL);
  const parts = [destinations, rules, failed, recent, locations, users];
  const data: TenantNotifications | undefined = destinations.data &&
    rules.data &&
    failed.data &&
    recent.data &&
    locations.data &&
    users.data && {
      destinations: destinations.data.items,
      rules: rules.data,
      failed: failed.data.items,
      recent: recent.data.items,
      locations: locations.data.items,
      users: users.data.items,
    };
  return {
    data,
    error: parts.find((part) => part.data === undefined && part.error !== undefined)?.error,
    reload: () => Promise.all(parts.map(({ mutate }) => mutate())),
    reloadMessages: () => Promise.all([failed.mutate(), recent.mutate()]),
  };
}

/** Returns the secret of a channel whose requests are signed; it is shown once. */
export async function addTenantDestination(body: NewDestination): Promise<string | null> {
  const made = await withReauthentication(() => api('POST /destinations', { body }));
  await refresh('GET /destinations');
  return made?.secret ?? null;
}

export async function confirmTenantArrival({ guid }: DestinationOut, arrived: boolean): Promise<void> {
  await api('POST /destinations/{guid}/arrival', { params: { guid }, body: { arrived } });
}

export async function testTenantDestination({ guid }: DestinationOut): Promise<TestResult> {
  const result = await api('POST /destinations/{guid}/test', { params: { guid } });
  await refresh('GET /destinations');
  return result;
}

export async function removeTenantDestination({ guid }: DestinationOut): Promise<void> {
  await api('DELETE /destinations/{guid}', { params: { guid } });
  await refresh('GET /destinations');
}

export async function saveDestinationPreferences(
  { guid }: DestinationOut,
  preferences: ChosenPreferences,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await withReauthentication(() =>
    api('PATCH /destinations/{guid}', { params: { guid }, body: { preferences }, headers }),
  );
  await refresh('GET /destinations');
}

export async function saveNotificationRules(
  body: BodyOf<'PUT /notification-rules'>,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await api('PUT /notification-rules', { body, headers });
  await refreshNotificationRules();
}

export const refreshNotificationRules = (): Promise<unknown> => refresh('GET /notification-rules');
export const refreshDestinations = (): Promise<unknown> => refresh('GET /destinations');
