/** What runs statements: a pool, a connection inside a transaction, Prisma inside one. Only the database makes them (`database.ts`). */
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runGathered } from './gathered-statement.ts';
import { inLimitedTx } from './limited-entities.ts';
import { runLimited } from './limited-statement.ts';
import type { PrimaryGuard } from './primary-guard.ts';
import type { Prisma } from './prisma-handle.ts';
import { beginOf, type TenantLimits } from './tenant-role.ts';

export interface Sql {
  /** `prepared`: the statement is parsed and planned once a connection, whatever its parameters will be. */
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
    prepared?: 'prepared',
  ): Promise<SqlResult<Row>>;
}

/** What the statements of a transaction do that are sent before its first wait: they change nothing. */
export type FirstStatements = 'reads';

interface SqlResult<Row> {
  readonly rows: Row[];
  readonly rowCount: number;
}

export interface Tx {
  readonly prisma: Prisma;
  readonly sql: Sql;
}

export interface Database {
  /**
   * The same for one organization: with row-level security (decision 85), what it reads and writes is limited to that one's rows by
   * Postgres as well. `tenant`: a guid; an Error otherwise.
   */
  ofTenant(tenant: string): Database;
  /** The same for several organizations, one at least: for a batch with reports of these. An Error where one is no guid. */
  ofTenants(tenants: readonly string[]): Database;
  /** The same for all organizations, also where this one is for one alone: for callers in tests/architecture/unbound.ts. */
  readonly acrossTenants: Database;
  readonly prisma: Prisma;
  /** Reads for screens, and small writes. */
  readonly console: Sql;
  /** Reads that a report needs before its transaction. */
  readonly lookups: Sql;
  /** Reads for downloads: a few connections of their own. */
  readonly exports: Sql;
  readonly connectionString: string;
  /** For connections of one's own: throws where one does not lead to the primary. */
  readonly admit: PrimaryGuard['admit'];
  /**
   * Whether rows are placed by their organization, so that a transaction should stay within one (decision 92): as it was when
   * `readPlacement` last asked, false before.
   */
  readonly isDistributed: boolean;
  /** Asks how rows are placed. */
  readPlacement(): Promise<void>;
  /** Everything in `work` commits together or not at all. */
  inTx<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** The same by hand-written SQL alone, prepared: for what happens with every alert. */
  inSqlTx<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /**
   * The same on the ingest pool, whose connections pipeline: statements that are sent without waiting for those before travel together.
   * `first`: the statements before the first wait change nothing, so they may travel with the one that begins the transaction; where that
   * one fails they run outside of it, and the work fails.
   */
  inIngestTx<Result>(work: (sql: Sql) => Promise<Result>, first?: FirstStatements): Promise<Result>;
  /** Cancels commits that wait too long for a standby; they fail for their callers. Returns how many. */
  cancelUnconfirmedCommits(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Where a standby has to confirm each commit and does not, Postgres waits for ever: no statement timeout ends that.
 * `cancelUnconfirmedCommits` does; the commit is then done here alone, and a notice says so: it is not durable.
 * Counted for the whole process: while one commit is not confirmed no other is, and to repeat a confirmed one does no harm.
 */
let lostStandbys = 0;

/** Counts a notice of Postgres where it says that a commit was not confirmed. */
export function countLostStandby(message: string | undefined): void {
  if (message?.includes('canceling wait for synchronous replication') === true) lostStandbys += 1;
}

async function withReplication<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = lostStandbys;
  const result = await work();
  if (lostStandbys !== before) throw new Error(NOT_REPLICATED);
  return result;
}

const NOT_REPLICATED = 'the standby did not confirm the commit';
/** How long a commit waits for a standby: less than any client's timeout. */
export const CONFIRMATION_TIMEOUT = '3 seconds';

/** Runs `work` as one transaction of hand-written SQL. `limits`: the organizations whose rows it reaches; not given: all. */
export const inPoolTx = <Result>(
  pool: pg.Pool,
  work: (sql: Sql) => Promise<Result>,
  limits?: TenantLimits,
): Promise<Result> => withReplication(() => commitInPool(pool, work, limits));

const commitInPool = <Result>(
  pool: pg.Pool,
  work: (sql: Sql) => Promise<Result>,
  limits: TenantLimits | undefined,
): Promise<Result> =>
  committed(pool, async (client) => {
    // Awaited: where it fails, no statement follows.
    await client.query(limits === undefined ? 'BEGIN' : beginOf(limits));
    return await work(sqlOfClient(client, limits?.suffix));
  });

/** Commits what `work` began on a connection of the pool, or rolls it back. */
async function committed<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const result = await work(client);
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

/** The same on a pool whose connections pipeline. */
export const inPipelinedTx = <Result>(
  pool: pg.Pool,
  work: (sql: Sql) => Promise<Result>,
  first?: FirstStatements,
  limits?: TenantLimits,
): Promise<Result> => withReplication(() => commitPipelined(pool, work, first, limits));

const commitPipelined = <Result>(
  pool: pg.Pool,
  work: (sql: Sql) => Promise<Result>,
  first: FirstStatements | undefined,
  limits: TenantLimits | undefined,
): Promise<Result> =>
  committed(pool, async (client) => {
    const began = runGathered(client, { text: limits === undefined ? 'BEGIN' : beginOf(limits) });
    if (first === undefined) await began;
    const [result] = await Promise.all([work(pipelinedSql(client, began, limits?.suffix)), began]);
    return result;
  });

/** Its first statements may be sent before the transaction has begun; none of them has a result before. */
function pipelinedSql(client: pg.ClientBase, began: Promise<unknown>, suffix = ''): Sql {
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => {
      const named = values === undefined ? {} : { name: statementName(text, suffix), values: [...values] };
      const [{ rows, rowCount }] = await Promise.all([runGathered<Row>(client, { text, ...named }), began]);
      return { rows, rowCount: rowCount ?? 0 };
    },
  };
}

/** Each statement on whichever connection of the pool is free, for all organizations. */
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

/** Each statement in a transaction of its own that is limited to some organizations. */
export function sqlOfLimits(pool: pg.Pool, limits: TenantLimits): Sql {
  return {
    query: async <Row extends pg.QueryResultRow>(
      text: string,
      values: readonly unknown[] = [],
      prepared?: 'prepared',
    ) => {
      const client = await pool.connect();
      try {
        const statement = { text, values: [...values] };
        const named = prepared === undefined ? statement : { ...statement, name: statementName(text, limits.suffix) };
        const { rows, rowCount } = await runLimited<Row>(client, limits, named);
        return { rows, rowCount: rowCount ?? 0 };
      } finally {
        client.release();
      }
    },
  };
}

/** Names of statements, by their text. Texts are constants of stores: there are as many as there are statements. */
const statementNames = new Map<string, string>();

function statementName(text: string, suffix = ''): string {
  const name = statementNames.get(text) ?? `picket_${statementNames.size}`;
  statementNames.set(text, name);
  return `${name}${suffix}`;
}

/** In a transaction of hand-written SQL every statement with parameters is prepared. */
export function sqlOfClient(client: pg.ClientBase, suffix = ''): Sql {
  return {
    query: async (text, values) => {
      const { rows, rowCount } = await (values === undefined
        ? client.query(text)
        : client.query({ name: statementName(text, suffix), text, values: [...values] }));
      return { rows, rowCount: rowCount ?? 0 };
    },
  };
}

/**
 * Hand-written SQL inside a Prisma transaction. Guarantee: `text` is a constant of a store and values travel as parameters
 * only, so the "unsafe" of Prisma's name does not apply; rows have the shape the store declares for its own statement.
 */
function sqlOfPrisma(tx: Prisma): Sql {
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const rows = await tx.$queryRawUnsafe<Row[]>(text, ...values);
      return { rows, rowCount: rows.length };
    },
  };
}

/** Runs `work` as one transaction of Prisma's. `limits`: the organizations whose rows it reaches; not given: all. */
export const inEntityTx = <Result>(
  prisma: PrismaClient,
  work: (tx: Tx) => Promise<Result>,
  limits?: TenantLimits,
): Promise<Result> =>
  withReplication(() => {
    const inTx = (tx: Prisma): Promise<Result> => work({ prisma: tx, sql: sqlOfPrisma(tx) });
    return limits === undefined ? prisma.$transaction(inTx) : inLimitedTx(prisma, limits, inTx);
  });
