import { Readable } from 'node:stream';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { iterateBlocks, type ReadingBlock } from '../timeseries/index.ts';
import { END, toLine } from './export-lines.ts';
import { OWNED_TABLES, rowsOf, seriesOf } from './tenant-data-store.ts';

const READINGS_PER_LINE = 5000;

/** Exports the user's own organization, without secrets. */
export async function exportTenant(ctx: Ctx<UserActor>): Promise<Readable> {
  const { tenant } = ctx.actor;
  const madeAt = formatInstant(ctx.clock.now());
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, { action: 'TENANT_EXPORTED', target: { kind: 'tenant', guid: tenant, name: 'all data' } }),
  );
  return Readable.from(tenantLines(ctx.db.exports, tenant, madeAt), { objectMode: false });
}

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
    for await (const blocks of iterateBlocks(sql, tenant, [id], Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
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
