import type { LoginOutcome, ParsedBody, ResponseOf } from '@picket/contracts';
import {
  AppError,
  hashSecret,
  invalid,
  isDuplicate,
  newGuid,
  type Platform,
  parseResourceName,
  type Tx,
} from '../../../platform/index.ts';
import { auditAs } from '../../audit/index.ts';
import { findUser, insertUser, nameOf, toAuditActor, type UserRow, updateUser } from '../../users/index.ts';
import { hashPasswordFor, parseNewPassword } from '../password/new-passwords.ts';
import { addressOf, type Browser } from '../sessions/browser.ts';
import { continueSignIn } from '../sign-in/continue-sign-in.ts';
import { consumeOneTimeLink, type LinkKind } from './link-store.ts';
import { requireValidLink, toLinkInfo } from './one-time-links.ts';

const DUPLICATE_EMAIL = 'is already used by another account';

const INVITES: readonly LinkKind[] = ['USER_INVITE', 'TENANT_INVITE'];

export async function getSignupLink(
  platform: Platform,
  token: string,
): Promise<ResponseOf<'GET /auth/finish-signup/{token}'>> {
  const found = await requireValidLink(platform, token, INVITES);
  return { kind: found.kind, ...toLinkInfo(found) };
}

/** Reads an account that must exist. */
export async function requireUser({ prisma }: Pick<Tx, 'prisma'>, guid: string): Promise<UserRow> {
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
