import type { ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { findIntegration } from '../integration-store.ts';
import { toIntegration } from '../list-integrations.ts';
import { newPassword } from './hosted-credentials.ts';
import { hostedBrokersOf, setPassword } from './hosted-store.ts';

/** Makes another password. The process that has the connections ends those of the one before (hosted-session.ts). */
export async function renewPassword(
  ctx: Ctx<UserActor>,
  guid: string,
): Promise<ResponseOf<'POST /integrations/{guid}/password'>> {
  const { tenant } = ctx.actor;
  const { hash, password } = newPassword();
  const row = await ctx.db.inTx(async (tx) => {
    const found = await findIntegration(tx.sql, tenant, guid);
    if (found === null) throw new AppError('notFound');
    if (found.kind !== 'BROKER')
      throw new AppError('conflict', { message: 'This integration is no broker that devices connect to' });
    await setPassword(tx.sql, tenant, guid, hash);
    await audit(ctx, tx, {
      action: 'INTEGRATION_PASSWORD_RENEWED',
      target: { kind: 'integration', guid, name: found.name },
    });
    return found;
  });
  const hosted = (await hostedBrokersOf(ctx.db.console, tenant, guid)).get(guid) ?? null;
  return toIntegration(ctx, row, { hosted, brokerPassword: password });
}
