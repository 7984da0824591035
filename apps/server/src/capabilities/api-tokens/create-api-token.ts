import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { covers } from '@picket/domain/permissions';
import { formatInstant } from '@picket/domain/time';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { hashSecret, newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName } from '../../platform/resource-names.ts';
import { audit } from '../audit/index.ts';
import { mailAccountChange, toPermissionsOut, validatePermissions } from '../users/index.ts';
import { toApiToken } from './api-token-out.ts';
import { insertApiToken } from './api-token-store.ts';
import { newTokenSecret } from './token-secret.ts';

const DAY = 86_400_000;

/** Throws a 400 that names a permission the user does not have, or a location of another tenant. */
export async function createToken(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /api-tokens'>,
): Promise<ResponseOf<'POST /api-tokens'>> {
  const { name } = parseResourceName(input.name);
  const beyond = input.permissions.findIndex((permission) => !covers(ctx.actor.permissions, permission));
  if (beyond >= 0) throw invalid(`permissions.${beyond}`, 'is more than you may do yourself');
  const permissions = await validatePermissions(ctx, ctx.db, input.permissions);
  const secret = newTokenSecret();
  const now = ctx.clock.now();
  const row = await ctx.db.inTx(async (tx) => {
    const made = await insertApiToken(tx.prisma, {
      guid: newGuid(),
      hash: hashSecret(secret),
      tenantGuid: ctx.actor.tenant,
      userGuid: ctx.actor.guid,
      name,
      permissions,
      at: new Date(now),
      expiresAt: new Date(now + input.days * DAY),
    });
    await mailAccountChange(ctx, tx, made.user, (t) => t('mails.apiTokenCreated', { name }));
    await audit(ctx, tx, {
      action: 'API_TOKEN_CREATED',
      target: { kind: 'apiToken', guid: made.guid, name },
      after: { permissions: toPermissionsOut(permissions), expiresAt: formatInstant(made.expiresAt.getTime()) },
    });
    return made;
  });
  return { ...toApiToken(row), token: secret };
}
