/**
 * Which hosts inside destinations may lead to. The operator allows them for every organization, an administrator of the admin
 * tenant for one. Each is a host and a port, and for administrators of the organization unless it is for everyone.
 */
import type { OutboundDestinationOut, ParsedBody, ResponseOf } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import {
  type AllowedHosts,
  AppError,
  allowedHostsFor,
  type Ctx,
  formatEntry,
  invalid,
  newGuid,
  type Platform,
  parseHostAndPort,
  type UserActor,
} from '../../../platform/index.ts';
import { audit } from '../../audit/index.ts';
import {
  deleteOutbound,
  insertOutbound,
  isAdministrator,
  isTenant,
  listOutboundRows,
  lockTenant,
  type OutboundRow,
} from './outbound-store.ts';

const MAX_ENTRIES = 50;

type AllowedHostsContext = Pick<Platform, 'db' | 'config'>;

/** What destinations of the organization (`user` null) or of one of its people may lead to, as things are now. */
export async function allowedHosts(
  { db, config }: AllowedHostsContext,
  tenant: string,
  user: string | null,
): Promise<AllowedHosts> {
  const entries = [...config.delivery.allowed, ...(await listOutboundRows(db.console, tenant))];
  if (entries.length === 0) return new Set();
  return allowedHostsFor(entries, user === null || (await isAdministrator(db.console, tenant, user)));
}

const outboundOut = (row: OutboundRow): OutboundDestinationOut => ({
  guid: row.guid,
  address: formatEntry(row),
  forEveryone: row.forEveryone,
  createdBy: row.createdBy,
  createdAt: formatInstant(row.createdAt.getTime()),
});

export async function listOutbound(
  ctx: Ctx<UserActor>,
  tenant: string,
): Promise<ResponseOf<'GET /tenants/{guid}/outbound-destinations'>> {
  if (!(await isTenant(ctx.db.console, tenant))) throw new AppError('notFound');
  return {
    items: (await listOutboundRows(ctx.db.console, tenant)).map(outboundOut),
    installation: ctx.config.delivery.allowed.map((entry) => ({
      address: formatEntry(entry),
      forEveryone: entry.forEveryone,
    })),
  };
}

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
  await ctx.db.inTx(async (tx) => {
    const name = await lockTenant(tx.sql, tenant);
    if (name === null) throw new AppError('notFound');
    if ((await listOutboundRows(tx.sql, tenant)).length >= MAX_ENTRIES)
      throw new AppError('conflict', { message: `There are ${MAX_ENTRIES} already; remove one first` });
    if (!(await insertOutbound(tx.sql, tenant, row)))
      throw new AppError('conflict', { message: `${formatEntry(row)} is allowed already` });
    await audit(ctx, tx, {
      action: 'OUTBOUND_ALLOWED',
      target: { kind: 'tenant', guid: tenant, name },
      after: { address: formatEntry(row), forEveryone },
    });
  });
  return outboundOut(row);
}

export async function removeOutbound(ctx: Ctx<UserActor>, tenant: string, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const name = await lockTenant(tx.sql, tenant);
    const row = name === null ? null : await deleteOutbound(tx.sql, tenant, guid);
    if (name === null || row === null) throw new AppError('notFound');
    await audit(ctx, tx, {
      action: 'OUTBOUND_REMOVED',
      target: { kind: 'tenant', guid: tenant, name },
      before: { address: formatEntry(row), forEveryone: row.forEveryone },
    });
  });
}
