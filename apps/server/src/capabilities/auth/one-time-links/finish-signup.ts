/** Sign-up and reset links: reading one changes nothing, consuming one sets the password. */
import type { LoginOutcome, ParsedBody, ResponseOf } from '@picket/contracts';
import { isDuplicate, type Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { hashSecret, newGuid } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { parseResourceName } from '../../../platform/resource-names.ts';
import { countApiTokens, deleteApiTokensOfUser } from '../../api-tokens/api-token-store.ts';
import { auditAs } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { accountChangedMail, revokedTokensText } from '../../users/account-mails.ts';
import { findUser, insertUser, nameOf, type UserRow, updateUser } from '../../users/user-store.ts';
import { deleteChallengesOfUser } from '../mfa/mfa-store.ts';
import { hashPasswordFor, parseNewPassword } from '../password/new-passwords.ts';
import { addressOf, type Browser } from '../sessions/browser.ts';
import { deleteSessionsOfUser, forgetDevicesOfUser } from '../sessions/session-store.ts';
import { continueSignIn, toAuditActor } from '../sign-in/sign-in.ts';
import { clearSignInAttempts } from '../throttling/rate-limits.ts';
import { consumeOneTimeLink, type LinkKind } from './link-store.ts';
import { requireValidLink, toLinkInfo } from './one-time-links.ts';

const DUPLICATE_EMAIL = 'is already used by another account';
const INVITES: readonly LinkKind[] = ['USER_INVITE', 'TENANT_INVITE'];
const RESETS: readonly LinkKind[] = ['FORGOT_PASSWORD'];

export async function getSignupLink(
  platform: Platform,
  token: string,
): Promise<ResponseOf<'GET /auth/finish-signup/{token}'>> {
  const found = await requireValidLink(platform, token, INVITES);
  return { kind: found.kind, ...toLinkInfo(found) };
}

export async function getResetLink(
  platform: Platform,
  token: string,
): Promise<ResponseOf<'GET /auth/reset-password/{token}'>> {
  const found = await requireValidLink(platform, token, RESETS);
  const linkInfo = toLinkInfo(found);
  if (linkInfo.email === undefined) throw new AppError('notFound');
  const now = new Date(platform.clock.now());
  const apiTokens = found.userGuid === null ? 0 : await countApiTokens(platform.db.prisma, found.userGuid, now);
  return { kind: 'FORGOT_PASSWORD', ...linkInfo, email: linkInfo.email, apiTokens };
}

/** Reads an account that must exist. */
async function requireUser({ prisma }: Pick<Tx, 'prisma'>, guid: string): Promise<UserRow> {
  const user = await findUser(prisma, guid);
  if (user === null) throw new AppError('notFound');
  return user;
}

/** Consumes the link. A link without a user (for the first administrator) creates one with `email`. */
export async function finishSignup(
  platform: Platform,
  token: string,
  input: ParsedBody<'POST /auth/finish-signup/{token}'>,
  browser: Browser,
): Promise<LoginOutcome> {
  const found = await requireValidLink(platform, token, INVITES);
  const email = found.user?.email ?? input.email?.toLowerCase();
  if (email === undefined) throw invalid('email', 'is missing');
  const displayName = input.displayName === undefined || input.displayName === '' ? null : input.displayName;
  const password = parseNewPassword(input.newPassword, [email, displayName, input.tenantName ?? null]);
  const tenantName =
    input.tenantName === undefined || found.user !== null ? null : parseResourceName(input.tenantName, 'tenantName');

  const passwordHash = await hashPasswordFor(platform, email, password);
  const at = new Date(platform.clock.now());
  const user = await platform.db
    .inTx(async (tx) => {
      const { prisma } = tx;
      if (!(await consumeOneTimeLink(prisma, hashSecret(token), at))) throw new AppError('tokenUsed');
      const guid = found.userGuid ?? newGuid();
      if (found.userGuid !== null)
        await updateUser(prisma, guid, {
          passwordHash,
          lastUpdateTs: at,
          ...(displayName === null ? {} : { displayName }),
        });
      else
        await insertUser(prisma, {
          guid,
          tenantGuid: found.tenantGuid,
          email,
          displayName,
          passwordHash,
          permissions: [{ guid: newGuid(), role: 'ADMIN' }],
          at,
        });
      if (tenantName !== null)
        await prisma.tenant.update({
          where: { guid: found.tenantGuid },
          data: { ...tenantName, lastUpdateTs: at },
        });
      const made = await requireUser(tx, guid);
      await auditAs(platform, tx, found.tenantGuid, toAuditActor(made, addressOf(browser)), {
        action: 'SIGNED_UP',
        target: { kind: 'user', guid, name: nameOf(made) },
        after: { email },
      });
      return made;
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? invalid('email', DUPLICATE_EMAIL) : error;
    });
  return continueSignIn(platform, [user], false, browser);
}

/** Consumes a reset link: sets the password, ends all sessions, revokes API tokens unless kept, clears failed attempts. */
export async function resetPassword(
  platform: Platform,
  token: string,
  { newPassword, revokeApiTokens }: ParsedBody<'POST /auth/reset-password/{token}'>,
  browser: Browser,
): Promise<LoginOutcome> {
  const found = await requireValidLink(platform, token, RESETS);
  const { userGuid, user: owner } = found;
  if (userGuid === null || owner === null) throw new AppError('notFound');
  const password = parseNewPassword(newPassword, [owner.email, owner.displayName]);
  const passwordHash = await hashPasswordFor(platform, owner.email, password);
  const at = new Date(platform.clock.now());
  const user = await platform.db.inTx(async (tx) => {
    if (!(await consumeOneTimeLink(tx.prisma, hashSecret(token), at))) throw new AppError('tokenUsed');
    await updateUser(tx.prisma, userGuid, { passwordHash, lastUpdateTs: at });
    await deleteSessionsOfUser(tx.prisma, userGuid);
    await forgetDevicesOfUser(tx.prisma, userGuid);
    await deleteChallengesOfUser(tx.sql, userGuid);
    const revokedApiTokens = revokeApiTokens ? await deleteApiTokensOfUser(tx.prisma, userGuid, at) : 0;
    const changed = await requireUser(tx, userGuid);
    await queueMail(
      platform,
      tx,
      { tenant: found.tenantGuid, recipient: owner.email },
      accountChangedMail({
        tenantName: found.tenant.name,
        what: `the password was reset${revokedTokensText(revokedApiTokens)}`,
      }),
    );
    await auditAs(platform, tx, found.tenantGuid, toAuditActor(changed, addressOf(browser)), {
      action: 'PASSWORD_RESET',
      target: { kind: 'user', guid: userGuid, name: nameOf(changed) },
      after: { revokedApiTokens },
    });
    return changed;
  });
  await clearSignInAttempts(platform, owner.email);
  return continueSignIn(platform, [user], false, browser);
}
