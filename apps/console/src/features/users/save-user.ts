/** Invites a user, and changes an account. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { UserOut } from '@picket/contracts/types';
import { api, refresh } from '../../lib/api.ts';
import { withReauthentication } from '../session/index.ts';
import type { UserBody } from './user-form.tsx';

export async function inviteUser(body: UserBody): Promise<ResponseOf<'POST /users'>> {
  const invited = await withReauthentication(() => api('POST /users', { body }));
  void refresh('GET /users');
  return invited;
}

/** `headers`: its precondition: it fails where somebody else has changed the account meanwhile. */
export async function changeUser(
  { guid }: UserOut,
  body: UserBody,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await withReauthentication(() => api('PATCH /users/{guid}', { params: { guid }, headers, body }));
  await refresh('GET /users/{guid}');
}
