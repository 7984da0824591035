/** An organisation’s data as a whole: handed out to its administrators, and deleted by who runs the installation. */
import { Readable } from 'node:stream';
import { formatInstant } from '@picket/domain';
import { AppError, atOneInstant, type Ctx, type Sql, type UserActor } from '../../platform/index.ts';
import { record } from '../audit/index.ts';
import { blocksInTurn } from '../readings/index.ts';
import { deleteBulk, deleteOwned, OWNED_TABLES, PERSON_TABLES, rowsOf, seriesOf } from './organisation-store.ts';
import { tenantFactsAllTenants } from './usage-store.ts';

const line = (what: object): string => `${JSON.stringify(what)}\n`;

/** Everything as it is at one instant, a JSON object a line: rows by table, then the readings of each series, day by day. */
async function* linesOf(sql: Sql, tenant: string, madeAt: string): AsyncGenerator<string> {
  yield line({ picket: 'organisation', tenant, madeAt });
  for (const table of OWNED_TABLES) {
    if (table.isInner === true) continue;
    for await (const rows of rowsOf(sql, table, tenant))
      yield rows.map((row) => line({ table: table.name, row })).join('');
  }
  for (const { id, ...series } of await seriesOf(sql, tenant))
    for await (const blocks of blocksInTurn(sql, [id], Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      const block = blocks.get(id);
      if (block === undefined) continue;
      const readings = [...block.at].map((at, place) => {
        const value = block.value[place] ?? Number.NaN;
        return [formatInstant(at), Number.isNaN(value) ? null : value];
      });
      yield line({ series, readings });
    }
}

/** Lines about a person and by them: who they are here, what reached them, what they said and did. */
async function* personLines(sql: Sql, person: string, madeAt: string): AsyncGenerator<string> {
  yield line({ picket: 'person', person, madeAt });
  for (const table of PERSON_TABLES)
    for await (const rows of rowsOf(sql, table, person))
      yield rows.map((row) => line({ table: table.name, row })).join('');
}

/** Lines of one instant, read while they are sent. The transaction lasts as long as somebody reads; who stops ends it. */
function streamed(connectionString: string, lines: (sql: Sql) => AsyncGenerator<string>): Readable {
  let resume = (): void => {};
  const out = new Readable({ read: () => resume() });
  atOneInstant(connectionString, async (sql) => {
    for await (const text of lines(sql)) {
      if (out.destroyed) return;
      if (!out.push(text))
        await new Promise<void>((resolve) => {
          resume = resolve;
          out.once('close', resolve);
        });
    }
    out.push(null);
  }).catch((error: Error) => out.destroy(error));
  return out;
}

/** What one's own organisation has, without secrets. */
export async function exportOrganisation(ctx: Ctx<UserActor>): Promise<Readable> {
  const { tenant } = ctx.actor;
  const madeAt = formatInstant(ctx.clock.now());
  await ctx.db.inTx((tx) =>
    record(ctx, tx, { action: 'ORGANISATION_EXPORTED', target: { kind: 'tenant', guid: tenant, name: 'all data' } }),
  );
  return streamed(ctx.config.databaseUrl, (sql) => linesOf(sql, tenant, madeAt));
}

/** What there is about oneself, without secrets. */
export function exportMyself(ctx: Ctx<UserActor>): Readable {
  const { guid } = ctx.actor;
  return streamed(ctx.config.databaseUrl, (sql) => personLines(sql, guid, formatInstant(ctx.clock.now())));
}

/** Deletes an organisation and all it has, for good; what was done to it stays in the audit logs. */
export async function deleteOrganisation(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  const tenant = (await tenantFactsAllTenants(ctx.db.console)).find((one) => one.guid === guid);
  if (tenant === undefined) throw new AppError('notFound');
  if (guid === ctx.actor.tenant)
    throw new AppError('conflict', { message: 'The admin tenant runs the others and stays' });
  // Nobody works in it any more, and no device reports; killed half-way, it is deleted by asking again.
  if (!tenant.suspended)
    throw new AppError('conflict', { message: 'Suspend the organisation first: it is deleted for good' });
  const series = await seriesOf(ctx.db.console, guid);
  await deleteBulk(
    ctx.db,
    guid,
    series.map(({ id }) => id),
  );
  await ctx.db.inTx(async (tx) => {
    await deleteOwned(tx.sql, guid);
    await record(ctx, tx, {
      action: 'TENANT_DELETED',
      target: { kind: 'tenant', guid, name: tenant.name },
      before: { businessStatus: tenant.businessStatus, contact: tenant.contact, series: series.length },
    });
  });
}
