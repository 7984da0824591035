/** The second factors of the signed-in user. */
import type { MfaOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { Prisma } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { currentUser, type UserRow } from '../../users/index.ts';
import type { Browser } from '../sessions/browser.ts';
import { countRecoveryCodes, listPasskeys } from './mfa-store.ts';
import { passkeyHost } from './verify-passkey.ts';

export async function toMfa(ctx: Ctx<UserActor>, prisma: Prisma, user: UserRow, browser: Browser): Promise<MfaOut> {
  const passkeys = await listPasskeys(prisma, user.tenantGuid, user.guid);
  return {
    ...(user.totpSince === null ? {} : { totp: { since: formatInstant(user.totpSince.getTime()) } }),
    passkeys: passkeys.map(({ guid, name, createdAt, lastUsedAt }) => ({
      guid,
      name,
      createdAt: formatInstant(createdAt.getTime()),
      ...(lastUsedAt === null ? {} : { lastUsedAt: formatInstant(lastUsedAt.getTime()) }),
    })),
    recoveryCodesLeft: await countRecoveryCodes(prisma, user.tenantGuid, user.guid),
    required: user.tenant.requireMfa,
    passkeysSupported: passkeyHost(ctx, browser) !== null,
  };
}

export const getOwnMfa = async (ctx: Ctx<UserActor>, browser: Browser): Promise<MfaOut> =>
  toMfa(ctx, ctx.db.prisma, await currentUser(ctx), browser);
