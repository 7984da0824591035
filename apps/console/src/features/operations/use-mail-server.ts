/** The mail server of the installation: its settings, and what changes them. */
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { api, refresh, useApi } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { withReauthentication } from '../session/index.ts';
import { refreshAdminOverview } from './use-admin-overview.ts';

const KEY = 'GET /installation/mail';

export type MailServerSettings = ResponseOf<typeof KEY>;
type MailTestResult = ResponseOf<'POST /installation/mail/test'>;

export const useMailServer = () => useApi(KEY, {});

export const refreshMailServer = (): Promise<unknown> =>
  Promise.all([refresh(KEY), refresh('GET /tenant'), refresh('GET /auth/methods'), refreshAdminOverview()]);

export async function saveMailServer(
  body: BodyOf<'PUT /installation/mail'>,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await withReauthentication(() => api('PUT /installation/mail', { body, headers }));
  await refreshMailServer();
}

export async function removeMailServer(): Promise<void> {
  await withReauthentication(() => api('DELETE /installation/mail', {}));
  await refreshMailServer();
}

/** A test mail to oneself, with the answer of the server. */
export function useMailTest() {
  const [result, setResult] = useState<MailTestResult | null>(null);
  const { busy, problem, submit } = useSubmit(async () => {
    setResult(null);
    setResult(await withReauthentication(() => api('POST /installation/mail/test', {})));
    await refreshMailServer();
  });
  return { result, busy, problem, send: submit };
}
