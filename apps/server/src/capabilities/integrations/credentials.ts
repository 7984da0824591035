/** The user and the password of a source, as they are sent. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import { invalid } from '../../platform/errors.ts';
import { decodePassword } from '../auth/index.ts';

export interface Credentials {
  readonly user: string | null;
  readonly password: string | null;
}

export const readCredentials = ({
  user,
  password,
}: {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}): Credentials => ({
  user: user ?? null,
  password: password === undefined ? null : decodePassword(password, 'password'),
});

/** `moves`: it is another host. Throws a 400 where a stored password would go there. */
export function credentialsAfter(
  before: Credentials | null,
  patch: Pick<ParsedBody<'PATCH /integrations/{guid}'>, 'user' | 'password'>,
  moves: boolean,
): Credentials {
  if (moves && before?.password != null && patch.password === undefined)
    throw invalid('password', 'has to be entered again for another address');
  return {
    user: patch.user === undefined ? (before?.user ?? null) : patch.user,
    password:
      patch.password === undefined
        ? (before?.password ?? null)
        : patch.password === null
          ? null
          : decodePassword(patch.password, 'password'),
  };
}
