import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import type { Prisma, Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { hashSecret, newGuid } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { parseResourceName } from '../../../platform/resource-names.ts';
import { auditAs } from '../../audit/index.ts';
import {
  findUserOfTenant,
  hasSignedUp,
  insertUser,
  lockUser,
  rejectDuplicateEmail,
  targetOf,
  toAuditActor,
  type UserRow,
  updateUser,
} from '../../users/index.ts';
import { consumeOneTimeLink, INVITES, type LinkRow, revokeLinks } from '../links/link-store.ts';
import { hashPasswordFor, parseNewPassword } from '../password/new-passwords.ts';
import { addressOf, type Browser } from '../sessions/browser.ts';
import { continueSignIn } from '../sign-in/continue-sign-in.ts';
import { requireValidLink, toLinkInfo } from './one-time-links.ts';

/** Names a tenant, in the transaction in which its first administrator signs up. */
export type RenameTenant = (
  prisma: Prisma,
  tenantGuid: string,
  name: ReturnType<typeof parseResourceName>,
  at: Date,
) => Promise<void>;

type SignUpInput = ParsedBody<'POST /auth/finish-signup/{token}'>;

/** What somebody who signs up becomes. */
interface SignUp {
  readonly email: string;
  readonly displayName: string | null;
  readonly passwordHash: string;
  /** null: the tenant keeps its name. */
  readonly tenantName: ReturnType<typeof parseResourceName> | null;
}

/** What the page of a sign-up link shows. Throws a 404 or a 410. */
export async function getSignupLink(
  platform: Platform,
  token: string,
): Promise<ResponseOf<'GET /auth/finish-signup/{token}'>> {
  const found = await requireValidLink(platform, token, INVITES);
  return { kind: found.kind, ...toLinkInfo(found) };
}

/** Consumes the link. A link without a user (for the first administrator) creates one with `email`. */
export async function finishSignup(
  platform: Platform,
  token: string,
  input: SignUpInput,
  browser: Browser,
  renameTenant: RenameTenant,
): Promise<LoginOutcome> {
  const link = await requireValidLink(platform, token, INVITES);
  const signUp = await parseSignUp(platform, link, input);
  const at = new Date(platform.clock.now());
  const user = await rejectDuplicateEmail(() =>
    platform.db.inTx(async (tx) => {
      await assertNotSignedUp(tx, link);
      if (!(await consumeOneTimeLink(tx.prisma, hashSecret(token), at))) throw new AppError('tokenUsed');
      if (signUp.tenantName !== null) await renameTenant(tx.prisma, link.tenantGuid, signUp.tenantName, at);
      const made = await saveUser(tx, link, signUp, at);
      await revokeLinks(tx.prisma, made.tenantGuid, made.guid, INVITES);
      await auditAs(platform, tx, link.tenantGuid, toAuditActor(made, addressOf(browser)), {
        action: 'SIGNED_UP',
        target: targetOf(made),
        after: { email: signUp.email },
      });
      return made;
    }),
  );
  return continueSignIn(platform, [user], false, browser);
}

/** Throws `tokenUsed` if the invited user signed up in another way meanwhile: the invitation must set no password then. */
async function assertNotSignedUp({ sql, prisma }: Tx, { tenantGuid, userGuid }: LinkRow): Promise<void> {
  if (userGuid === null) return;
  await lockUser(sql, tenantGuid, userGuid);
  const user = await findUserOfTenant(prisma, tenantGuid, userGuid);
  if (user === null || hasSignedUp(user)) throw new AppError('tokenUsed');
}

/** Throws a 400 that names the field that is missing or not allowed. */
async function parseSignUp(platform: Platform, link: LinkRow, input: SignUpInput): Promise<SignUp> {
  const email = link.user?.email ?? input.email?.toLowerCase();
  if (email === undefined) throw invalid('email', 'is missing');
  const displayName = input.displayName === undefined || input.displayName === '' ? null : input.displayName;
  const password = await parseNewPassword(input.newPassword, [email, displayName, input.tenantName ?? null]);
  const tenantName =
    input.tenantName === undefined || link.user !== null ? null : parseResourceName(input.tenantName, 'tenantName');
  return { email, displayName, passwordHash: await hashPasswordFor(platform, email, password), tenantName };
}

/** Completes the invited user, or creates the first administrator of the tenant. */
function saveUser(
  { prisma }: Tx,
  { tenantGuid, userGuid }: LinkRow,
  { email, displayName, passwordHash }: SignUp,
  at: Date,
): Promise<UserRow> {
  if (userGuid !== null)
    return updateUser(prisma, tenantGuid, userGuid, {
      passwordHash,
      lastUpdateTs: at,
      ...(displayName === null ? {} : { displayName }),
    });
  return insertUser(prisma, {
    guid: newGuid(),
    tenantGuid,
    email,
    displayName,
    passwordHash,
    permissions: [{ guid: newGuid(), role: 'ADMIN' }],
    at,
  });
}
