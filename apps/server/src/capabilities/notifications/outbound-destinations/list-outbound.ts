import type { ResponseOf } from '@picket/contracts/endpoints';
import type { OutboundDestinationOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { formatEntry } from '../../../platform/outbound/outbound-allowlist.ts';
import { isTenant, listOutboundRows, type OutboundRow } from './outbound-store.ts';

export const toOutboundOut = (row: OutboundRow): OutboundDestinationOut => ({
  guid: row.guid,
  address: formatEntry(row),
  forEveryone: row.forEveryone,
  createdBy: row.createdBy,
  createdAt: formatInstant(row.createdAt.getTime()),
});

/** What the organization may use, and what every organization may. */
export async function listOutbound(
  ctx: Ctx<UserActor>,
  tenant: string,
): Promise<ResponseOf<'GET /tenants/{guid}/outbound-destinations'>> {
  if (!(await isTenant(ctx.db.acrossTenants.console, tenant))) throw new AppError('notFound');
  return {
    items: (await listOutboundRows(ctx.db.acrossTenants.console, tenant)).map(toOutboundOut),
    installation: ctx.config.delivery.allowed.map((entry) => ({
      address: formatEntry(entry),
      forEveryone: entry.forEveryone,
    })),
  };
}
