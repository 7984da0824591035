/** Signing in by password or at a provider. */
import { encodePassword } from '@picket/contracts/client';
import { api, useApi } from '../../lib/api.ts';
import { saveReturnPath } from '../../lib/return-path.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import type { SignInFlow } from './use-sign-in-flow.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly staySignedIn: boolean;
}

/** `address`: where to go once signed in. */
export function useSignIn(flow: SignInFlow, address: string) {
  const methods = useApi('GET /auth/methods', {}, { revalidateOnFocus: false });
  const byPassword = useSubmit(async ({ password, ...rest }: Credentials) => {
    const body = { ...rest, password: encodePassword(password) };
    await flow.onOutcome(await api('POST /auth/login', { body }));
  });
  const atProvider = useSubmit(async () => {
    const { url } = await api('POST /auth/oidc/start', {});
    saveReturnPath(address);
    window.location.assign(url);
  });
  return { byPassword, atProvider, provider: methods.data?.oidc ?? null };
}
