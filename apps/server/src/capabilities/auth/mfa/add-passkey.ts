import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { isDuplicate } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { hashSecret, newGuid } from '../../../platform/keys/ids.ts';
import { parseResourceName } from '../../../platform/resource-names.ts';
import { currentUser } from '../../users/index.ts';
import type { Browser } from '../sessions/browser.ts';
import { renewSession, requireSession } from '../sessions/renew-session.ts';
import { MAX_CHALLENGE_ATTEMPTS } from './challenge-limits.ts';
import { consumeChallenge, countChallengeAttempt } from './challenge-store.ts';
import { finishEnrollment } from './finish-enrollment.ts';
import { insertPasskey } from './mfa-store.ts';
import { verifyRegistration } from './verify-passkey.ts';

/** The transports of WebAuthn; other values are not stored. */
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Adds the passkey that signed the challenge. Throws a 400 if it has expired or the response does not match it. */
export async function addPasskey(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /users/my-profile/mfa/passkeys'>,
  browser: Browser,
): Promise<ResponseOf<'POST /users/my-profile/mfa/passkeys'>> {
  const session = requireSession(ctx.actor);
  const { name } = parseResourceName(input.name);
  const user = await currentUser(ctx);
  const hash = hashSecret(input.challenge);
  const now = new Date(ctx.clock.now());
  const challenge = await countChallengeAttempt(ctx.db.console, hash, 'PASSKEY', now, MAX_CHALLENGE_ATTEMPTS);
  const expected = challenge?.userGuids[0] === user.guid ? challenge.webauthn : null;
  if (expected == null) throw invalid('challenge', 'has expired; start again');
  const credential = await verifyRegistration(ctx, input.response, expected, browser);
  const response = await ctx.db
    .inTx(async (tx) => {
      if (!(await consumeChallenge(tx.prisma, hash))) throw invalid('challenge', 'has expired; start again');
      await insertPasskey(tx.prisma, user.tenantGuid, {
        guid: newGuid(),
        userGuid: user.guid,
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: BigInt(credential.counter),
        transports: (credential.transports ?? []).filter((transport) => TRANSPORTS.includes(transport)),
        name,
        createdAt: now,
      });
      return finishEnrollment(ctx, tx, user, { kind: 'PASSKEY', name }, browser);
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new AppError('conflict', { message: 'This passkey is already registered' }) : error;
    });
  await renewSession(ctx, session, browser);
  return response;
}
