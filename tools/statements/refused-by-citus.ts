/** Runs each statement once on a distributed database, with values of the right types, in a transaction that is rolled back. */
import type pg from 'pg';
import { createDescriber } from './describe-statement.ts';
import type { Statement } from './find-statements.ts';
import { splitSql } from './sql-tree.ts';

const SAMPLES: Readonly<Record<string, string>> = {
  uuid: '01890000-0000-7000-8000-000000000001',
  integer: '1',
  bigint: '1',
  smallint: '1',
  boolean: 'true',
  jsonb: '[]',
  json: '[]',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  'timestamp without time zone': '2026-01-01T00:00:00Z',
  bytea: '\\x00',
  interval: '1 day',
  'double precision': '1',
  real: '1',
  date: '2026-01-01',
  numeric: '1',
  inet: '127.0.0.1',
  xid8: '1',
  regclass: 'alert',
  oid: '1',
  pg_lsn: '0/0',
};

function sampleOf(type: string): string {
  if (!type.endsWith('[]')) return SAMPLES[type] ?? 'x';
  const item = SAMPLES[type.slice(0, -2)] ?? 'x';
  return `{${item.replaceAll('\\', '\\\\')}}`;
}

/** What the database says about itself, and not about the values: a feature that is not supported, and errors within Citus. */
const REFUSALS = ['0A000', '42P10'];
/** Of sessions and transactions; or made for whatever tables there are. */
const SKIPPED =
  /^\s*(LOCK|BEGIN|COMMIT|SAVEPOINT|ROLLBACK|RELEASE|TRUNCATE|VACUUM|ANALYZE|SET|CREATE|DROP|ALTER|LISTEN|COPY)\b/u;

export interface Refused {
  /** As the lists name it. */
  readonly where: string;
  readonly message: string;
}

/** @param client Of a database that `picket distribute` distributed. */
export async function listRefused(
  client: pg.Client,
  statements: readonly Statement[],
): Promise<{ readonly refused: readonly Refused[]; readonly count: number }> {
  client.setMaxListeners(0);
  const describe = await createDescriber(client);
  const refused = new Map<string, Refused>();
  let count = 0;
  for (const { path, name, text } of statements) {
    if (SKIPPED.test(text) || splitSql(text).length !== 1) continue;
    count += 1;
    await client.query('BEGIN');
    try {
      await client.query(`SET LOCAL statement_timeout = '20s'`);
      const { parameters } = await describe(text);
      await client.query({ text, values: parameters.map(sampleOf) });
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const where = `${path}: ${name}`;
      if (REFUSALS.includes(code ?? '')) refused.set(`${where} ${message}`, { where, message });
    }
    await client.query('ROLLBACK');
  }
  return { refused: [...refused.values()], count };
}
