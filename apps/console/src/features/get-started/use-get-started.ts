/** The get-started list of the own organization, for its administrators. */
import type { GetStartedOut } from '@picket/contracts/types';
import type { GetStartedStepName } from '@picket/domain/get-started-steps';
import { isAdmin } from '@picket/domain/permissions';
import { api, refresh, useApi } from '../../lib/api.ts';
import { useProfile } from '../session/index.ts';

const KEY = 'GET /views/get-started';
/** What it says changes by events of many kinds: it is asked for again, cheaply, by its tag. */
const POLL_INTERVAL_MS = 10_000;

export const refreshGetStarted = (): Promise<unknown> => refresh(KEY);

/** `list` null: not loaded yet, closed, or not for this user. Until `isSettled` is true it may still appear. */
export function useGetStarted(): { readonly list: GetStartedOut | null; readonly isSettled: boolean } {
  const { permissions } = useProfile();
  const isAdministrator = isAdmin(permissions);
  const { data, error } = useApi(KEY, isAdministrator ? {} : null, { refreshInterval: POLL_INTERVAL_MS });
  return {
    list: data === undefined || data.isClosed ? null : data,
    isSettled: !isAdministrator || data !== undefined || error !== undefined,
  };
}

/** Dismisses a step, or resumes it. */
export async function decideStep(step: GetStartedStepName, isNeeded: boolean): Promise<void> {
  await api('PUT /get-started/{step}', { params: { step }, body: { isNeeded } });
  await refreshGetStarted();
}

export async function closeGetStarted(): Promise<void> {
  await api('POST /get-started/close', {});
  await refreshGetStarted();
}
