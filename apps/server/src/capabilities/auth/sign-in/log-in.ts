import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { auditOrQueue } from '../../audit/index.ts';
import {
  findUserAllTenants,
  findUsersByEmailAllTenants,
  passwordsByEmailAllTenants,
  targetOf,
} from '../../users/index.ts';
import { decodePassword, findMatchingHashes } from '../password/password-hashing.ts';
import { addressOf, type Browser, deviceHash } from '../sessions/browser.ts';
import { listUsersOfDevice } from '../sessions/known-device-store.ts';
import { anonymousActor } from '../system-actors.ts';
import { countSignInAttempt, type SignInAttempt } from '../throttling/rate-limits.ts';
import { continueSignIn } from './continue-sign-in.ts';

const NO_USERS: ReadonlySet<string> = new Set();

/** Checks e-mail and password. Throws `credentials` if either is wrong, and `rateLimited` after too many attempts. */
export async function logIn(
  platform: Platform,
  input: ParsedBody<'POST /auth/login'>,
  browser: Browser,
): Promise<LoginOutcome> {
  const password = decodePassword(input.password, 'password');
  const email = input.username.toLowerCase();
  const accounts = await passwordsByEmailAllTenants(platform.db.console, email);
  const device = deviceHash(platform, browser);
  const guids = accounts.map(({ guid }) => guid);
  const known = device === null ? NO_USERS : await listUsersOfDevice(platform.db.prisma, device, guids);
  const others = guids.filter((guid) => !known.has(guid));
  const address = addressOf(browser);
  const attempt = await countSignInAttempt(platform, {
    known: [...known],
    // An address without an account is counted like one with an account.
    others: guids.length === 0 ? [email] : others,
    device: known.size > 0 ? device : null,
    address,
  });
  auditBlockedSignIn(platform, attempt.refused, email, address);
  const [limited] = attempt.refused.values();
  const allowed = accounts.filter(({ guid }) => !attempt.refused.has(guid));
  if (allowed.length === 0 && limited !== undefined) throw limited;
  const hashes = allowed.flatMap(({ passwordHash }) => passwordHash ?? []);
  const matching = await findMatchingHashes(platform, password, hashes);
  const found = allowed.filter(({ passwordHash }) => passwordHash !== null && matching.has(passwordHash));
  if (found.length === 0) {
    platform.log.info({ address }, 'sign-in rejected');
    // It may be the right password of an account that was not checked. A browser that an account knows learns nothing of others.
    throw limited === undefined || allowed.some(({ guid }) => known.has(guid)) ? new AppError('credentials') : limited;
  }
  await attempt.succeeded(new Set(found.map(({ guid }) => guid)));
  const users = await Promise.all(found.map(({ guid }) => findUserAllTenants(platform.db.prisma, guid)));
  // Hashing takes a while: a password that was changed meanwhile opens nothing.
  const right = users.flatMap((user) => (user?.passwordHash != null && matching.has(user.passwordHash) ? [user] : []));
  return continueSignIn(platform, right, input.staySignedIn ?? false, browser);
}

/** Audits the first blocked attempt at each account. In the background, so that the response time reveals nothing. */
function auditBlockedSignIn(
  platform: Platform,
  refused: SignInAttempt['refused'],
  email: string,
  address: string,
): void {
  if (![...refused.values()].some(({ isFirst }) => isFirst)) return;
  const work = async (): Promise<void> => {
    for (const user of await findUsersByEmailAllTenants(platform.db.prisma, email))
      if (refused.get(user.guid)?.isFirst === true)
        await platform.db.inTx((tx) =>
          auditOrQueue(platform, tx, user.tenantGuid, anonymousActor(address), {
            action: 'SIGN_IN_BLOCKED',
            target: targetOf(user),
          }),
        );
  };
  work().catch((error: unknown) => platform.log.error({ err: error }, 'audit of a blocked sign-in failed'));
}
