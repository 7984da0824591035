import type { ParsedBody } from '@picket/contracts/endpoints';
import type { OutboundDestinationOut } from '@picket/contracts/types';
import { phrase } from '@picket/domain/phrases';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { formatEntry, parseHostAndPort } from '../../../platform/outbound/outbound-allowlist.ts';
import { audit } from '../../audit/index.ts';
import { toOutboundOut } from './list-outbound.ts';
import { insertOutbound, listOutboundRows, lockTenant } from './outbound-store.ts';

const MAX_ENTRIES = 50;

/** Throws a 400 naming `address` where it is no host and port inside, and a 409 where it is allowed already. */
export async function allowOutbound(
  ctx: Ctx<UserActor>,
  tenant: string,
  input: ParsedBody<'POST /tenants/{guid}/outbound-destinations'>,
): Promise<OutboundDestinationOut> {
  const entry = parseHostAndPort(input.address);
  if (typeof entry === 'string') throw invalid('address', entry);
  const { forEveryone } = input;
  const createdAt = new Date(ctx.clock.now());
  const row = { ...entry, guid: newGuid(), forEveryone, createdBy: ctx.actor.name, createdAt };
  await ctx.db.acrossTenants.inTx(async (tx) => {
    const name = await lockTenant(tx.sql, tenant);
    if (name === null) throw new AppError('notFound');
    if ((await listOutboundRows(tx.sql, tenant)).length >= MAX_ENTRIES)
      throw new AppError('conflict', {
        message: phrase('There are {limit} already; remove one first', { limit: MAX_ENTRIES }),
      });
    if (!(await insertOutbound(tx.sql, tenant, row)))
      throw new AppError('conflict', { message: phrase('{host} is allowed already', { host: formatEntry(row) }) });
    await audit(ctx, tx, {
      action: 'OUTBOUND_ALLOWED',
      target: { kind: 'tenant', guid: tenant, name },
      after: { address: formatEntry(row), forEveryone },
    });
  });
  return toOutboundOut(row);
}
