/**
 * Signing in: password, then the tenant (if there are several), then the second factor (if there is one). Only the last step
 * issues a session; the steps in between use challenges that are valid for nothing else.
 */
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { AppError } from '../../../platform/errors.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hasMfa, type UserRow } from '../../users/index.ts';
import { CHALLENGE_LIFETIME } from '../mfa/challenge-limits.ts';
import { insertChallenge } from '../mfa/challenge-store.ts';
import { createMfaChallenge } from '../mfa/create-mfa-challenge.ts';
import { assertPasswordUnchanged } from '../sessions/assert-password-unchanged.ts';
import type { Browser } from '../sessions/browser.ts';
import { issueSession } from './issue-session.ts';

/** Continues after the first factor: with the tenant, the second factor, or a session. */
export async function continueSignIn(
  platform: Platform,
  users: readonly UserRow[],
  staySignedIn: boolean,
  browser: Browser,
): Promise<LoginOutcome> {
  const [user, ...others] = users;
  if (user === undefined) throw new AppError('credentials');
  if (others.length === 0)
    return hasMfa(user)
      ? createMfaChallenge(platform, user, staySignedIn, browser)
      : issueSession(platform, user, staySignedIn, browser);
  const secret = newSecret();
  const userGuids = users.map(({ guid }) => guid);
  await platform.db.inTx(async (tx) => {
    // In one order: two sign-ins must not wait for each other.
    for (const one of users.toSorted((a, b) => (a.guid < b.guid ? -1 : 1))) await assertPasswordUnchanged(tx, one);
    await insertChallenge(
      tx.prisma,
      hashSecret(secret),
      { kind: 'TENANT', userGuids, webauthn: null, staySignedIn },
      new Date(platform.clock.now() + CHALLENGE_LIFETIME),
    );
  });
  const tenants = users.map(({ tenant }) => ({ guid: tenant.guid, name: tenant.name }));
  return {
    kind: 'TENANT_CHALLENGE',
    challenge: secret,
    tenants: tenants.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
