/** Invites a user, and changes an account. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { UserOut } from '@picket/contracts/types';
import { api, refresh } from '../../lib/api.ts';
import { withReauthentication } from '../session/index.ts';
import type { UserValues } from './user-form.tsx';

/** Without an empty name, which the server would refuse. */
const bodyOf = ({ email, displayName, permissions }: UserValues) => ({
  email,
  permissions: [...permissions],
  ...(displayName === '' ? {} : { displayName }),
});

export async function inviteUser(values: UserValues): Promise<ResponseOf<'POST /users'>> {
  const invited = await withReauthentication(() => api('POST /users', { body: bodyOf(values) }));
  void refresh('GET /users');
  return invited;
}

/** Fails where somebody else has changed the account meanwhile. */
export async function changeUser({ guid, last_update_ts }: UserOut, values: UserValues): Promise<void> {
  await withReauthentication(() =>
    api('PATCH /users/{guid}', {
      params: { guid },
      headers: { 'if-unmodified-since': last_update_ts },
      body: bodyOf(values),
    }),
  );
  await refresh('GET /users/{guid}');
}
