/** The address that is requested while Picket works: its settings, and what changes them. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { api, refresh, useApi } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { withReauthentication } from '../session/index.ts';
import { refreshAdminOverview } from './use-admin-overview.ts';

const KEY = 'GET /installation/heartbeat';

export type HeartbeatSettings = ResponseOf<typeof KEY>;

export const useHeartbeat = () => useApi(KEY, {});

export const refreshHeartbeat = (): Promise<unknown> => Promise.all([refresh(KEY), refreshAdminOverview()]);

export async function saveHeartbeat(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  await withReauthentication(() => api('PUT /installation/heartbeat', { body: { url }, headers }));
  await refreshHeartbeat();
}

export async function removeHeartbeat(): Promise<void> {
  await withReauthentication(() => api('DELETE /installation/heartbeat', {}));
  await refreshHeartbeat();
}

/** One request of the address now, with the answer. */
export function useHeartbeatPing() {
  const [result, setResult] = useState<ResponseOf<'POST /installation/heartbeat/ping'> | null>(null);
  const { busy, problem, submit } = useSubmit(async () => {
    setResult(null);
    setResult(await withReauthentication(() => api('POST /installation/heartbeat/ping', {})));
    await refreshHeartbeat();
  });
  return { result, busy, problem, send: submit };
}
