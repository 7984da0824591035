import { Readable } from 'node:stream';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { END, toLine } from './export-lines.ts';
import { PERSON_TABLES, rowsOf } from './tenant-data-store.ts';

/** Exports the user's own data, without secrets. */
export function exportOwnData(ctx: Ctx<UserActor>): Readable {
  const { guid } = ctx.actor;
  return Readable.from(personLines(ctx.db.exports, guid, formatInstant(ctx.clock.now())), { objectMode: false });
}

/** Lines about a user and by them: account, messages, comments and actions. */
async function* personLines(sql: Sql, person: string, madeAt: string): AsyncGenerator<string> {
  yield toLine({ picket: 'person', person, madeAt });
  for (const table of PERSON_TABLES)
    for await (const rows of rowsOf(sql, table, person))
      yield rows.map((row) => toLine({ table: table.name, row })).join('');
  yield END;
}
