/** What runs statements: a pool, a connection inside a transaction, Prisma inside one. Only the database makes them (`database.ts`). */
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';

export interface Sql {
  /** `prepared`: the statement is parsed and planned once a connection, whatever its parameters will be. */
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
    prepared?: 'prepared',
  ): Promise<SqlResult<Row>>;
}

interface SqlResult<Row> {
  readonly rows: Row[];
  readonly rowCount: number;
}

/** Prisma outside or inside a transaction. */
export type Prisma = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

export interface Tx {
  readonly prisma: Prisma;
  readonly sql: Sql;
}

/**
 * Where a standby has to confirm each commit and does not, Postgres waits for ever: no statement timeout ends that.
 * `cancelUnconfirmedCommits` does; the commit is then done here alone, and a notice says so: it is not durable.
 * Counted for the whole process: while one commit is not confirmed no other is, and to repeat a confirmed one does no harm.
 */
let lostStandbys = 0;

export function countLostStandby(message: string | undefined): void {
  if (message?.includes('canceling wait for synchronous replication') === true) lostStandbys += 1;
}

export async function withReplication<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = lostStandbys;
  const result = await work();
  if (lostStandbys !== before) throw new Error(NOT_REPLICATED);
  return result;
}

const NOT_REPLICATED = 'the standby did not confirm the commit';
/** How long a commit waits for a standby: less than any client's timeout. */
export const CONFIRMATION_TIMEOUT = '3 seconds';

export const inPoolTx = <Result>(pool: pg.Pool, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  withReplication(() => commitInPool(pool, work));

async function commitInPool<Result>(pool: pg.Pool, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(sqlOfClient(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

export function sqlOfPool(pool: pg.Pool): Sql {
  return {
    query: async (text, values, prepared) => {
      const { rows, rowCount } = await (prepared === undefined
        ? pool.query(text, values === undefined ? undefined : [...values])
        : pool.query({ name: statementName(text), text, values: [...(values ?? [])] }));
      return { rows, rowCount: rowCount ?? 0 };
    },
  };
}

/** Names of statements, by their text. Texts are constants of stores: there are as many as there are statements. */
const statementNames = new Map<string, string>();

function statementName(text: string): string {
  const name = statementNames.get(text) ?? `picket_${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/** In a transaction of hand-written SQL every statement with parameters is prepared. */
export function sqlOfClient(client: pg.ClientBase): Sql {
  return {
    query: async (text, values) => {
      const { rows, rowCount } = await (values === undefined
        ? client.query(text)
        : client.query({ name: statementName(text), text, values: [...values] }));
      return { rows, rowCount: rowCount ?? 0 };
    },
  };
}

/**
 * Hand-written SQL inside a Prisma transaction. Guarantee: `text` is a constant of a store and values travel as parameters
 * only, so the "unsafe" of Prisma's name does not apply; rows have the shape the store declares for its own statement.
 */
export function sqlOfPrisma(tx: Prisma): Sql {
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const rows = await tx.$queryRawUnsafe<Row[]>(text, ...values);
      return { rows, rowCount: rows.length };
    },
  };
}
