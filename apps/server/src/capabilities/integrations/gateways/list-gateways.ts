import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { listGatewayRows } from './reader-store.ts';

/** Sentries that can read an integration, by name. */
export async function listGateways(ctx: Ctx<UserActor>): Promise<ResponseOf<'GET /gateways'>> {
  const rows = await listGatewayRows(ctx.db.console, ctx.actor.tenant);
  return {
    items: rows.map(({ lastReceivedAt, ...row }) => ({
      ...row,
      ...(lastReceivedAt === null ? {} : { lastReceivedAt: formatInstant(lastReceivedAt.getTime()) }),
    })),
  };
}
