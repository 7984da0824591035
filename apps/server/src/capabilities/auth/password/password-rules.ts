import type { ResponseOf } from '@picket/contracts/endpoints';
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_RULES } from '@picket/domain/passwords';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { countApiTokens } from '../../api-tokens/index.ts';
import { currentUser } from '../../users/index.ts';

/** The password rules in force (specification, section 7). */
export async function passwordRules(ctx: Ctx<UserActor>): Promise<ResponseOf<'GET /auth/change-password'>> {
  const { guid, passwordHash } = await currentUser(ctx);
  return {
    rules: [...PASSWORD_RULES],
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    hasPassword: passwordHash !== null,
    apiTokens: await countApiTokens(ctx.db.prisma, ctx.actor.tenant, guid, new Date(ctx.clock.now())),
  };
}
