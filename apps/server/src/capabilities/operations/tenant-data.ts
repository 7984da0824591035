/** An organization’s data as a whole: exported by its administrators, and deleted by the operator. */
import { Readable } from 'node:stream';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { iterateBlocks, type ReadingBlock } from '../timeseries/index.ts';
import { deleteBulk, deleteOwned, OWNED_TABLES, PERSON_TABLES, rowsOf, seriesOf } from './tenant-data-store.ts';
import { listTenantsAllTenants } from './usage-store.ts';

const toLine = (what: object): string => `${JSON.stringify(what)}\n`;

/** The last line: an export without it is incomplete. */
const END = toLine({ picket: 'end' });
const READINGS_PER_LINE = 5000;

/**
 * Everything, a JSON object a line: rows by table, then the readings of each series, some days at a time. Each page is a
 * statement of its own, so that no reader, however slow, keeps a transaction open; a concurrent change is exported as it was
 * before or after.
 */
async function* tenantLines(sql: Sql, tenant: string, madeAt: string): AsyncGenerator<string> {
  yield toLine({ picket: 'tenant', tenant, madeAt });
  for (const table of OWNED_TABLES) {
    if (table.isInternal === true) continue;
    for await (const rows of rowsOf(sql, table, tenant))
      yield rows.map((row) => toLine({ table: table.name, row })).join('');
  }
  for (const { id, ...series } of await seriesOf(sql, tenant))
    for await (const blocks of iterateBlocks(sql, [id], Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      const block = blocks.get(id);
      if (block === undefined) continue;
      for (let begin = 0; begin < block.at.length; begin += READINGS_PER_LINE)
        yield toLine({ series, readings: readingsOf(block, begin) });
    }
  yield END;
}

/** Readings of a block from a place on, as many as a line holds: instant and value. */
function readingsOf({ at, value }: ReadingBlock, begin: number): readonly (readonly [string, number | null])[] {
  return [...at.slice(begin, begin + READINGS_PER_LINE)].map((instant, place) => {
    const known = value[begin + place] ?? Number.NaN;
    return [formatInstant(instant), Number.isNaN(known) ? null : known];
  });
}

/** Lines about a user and by them: account, messages, comments and actions. */
async function* personLines(sql: Sql, person: string, madeAt: string): AsyncGenerator<string> {
  yield toLine({ picket: 'person', person, madeAt });
  for (const table of PERSON_TABLES)
    for await (const rows of rowsOf(sql, table, person))
      yield rows.map((row) => toLine({ table: table.name, row })).join('');
  yield END;
}

/** Exports the user's own organization, without secrets. */
export async function exportTenant(ctx: Ctx<UserActor>): Promise<Readable> {
  const { tenant } = ctx.actor;
  const madeAt = formatInstant(ctx.clock.now());
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, { action: 'TENANT_EXPORTED', target: { kind: 'tenant', guid: tenant, name: 'all data' } }),
  );
  return Readable.from(tenantLines(ctx.db.exports, tenant, madeAt), { objectMode: false });
}

/** Exports the user's own data, without secrets. */
export function exportOwnData(ctx: Ctx<UserActor>): Readable {
  const { guid } = ctx.actor;
  return Readable.from(personLines(ctx.db.exports, guid, formatInstant(ctx.clock.now())), { objectMode: false });
}

/** Deletes an organization and all its data permanently; the audit logs stay. */
export async function deleteTenant(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  const tenant = (await listTenantsAllTenants(ctx.db.console)).find((one) => one.guid === guid);
  if (tenant === undefined) throw new AppError('notFound');
  if (guid === ctx.actor.tenant)
    throw new AppError('conflict', { message: 'The admin tenant runs the others and stays' });
  // A suspended organization has no users and no reports; an interrupted deletion is completed by repeating it.
  if (!tenant.suspended)
    throw new AppError('conflict', { message: 'Suspend the organization first: it is deleted for good' });
  const series = await seriesOf(ctx.db.console, guid);
  await deleteBulk(
    ctx.db,
    guid,
    series.map(({ id }) => id),
  );
  await ctx.db.inTx(async (tx) => {
    await deleteOwned(tx.sql, guid);
    await audit(ctx, tx, {
      action: 'TENANT_DELETED',
      target: { kind: 'tenant', guid, name: tenant.name },
      before: { businessStatus: tenant.businessStatus, contact: tenant.contact, series: series.length },
    });
  });
}
