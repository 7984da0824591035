/**
 * Postgres: Prisma for entities, `pg` for everything else (decision 44), separate pools so that consoles cannot starve ingest. A
 * store takes what it needs as an argument: `Prisma` (client or transaction) or `Sql` (anything that runs a statement).
 */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import type { Log } from '../logging/log.ts';
import { openPool, type PoolLimits, type PoolName, withClient } from './database-connections.ts';
import { limitedPool } from './limited-entities.ts';
import { createPlacement } from './placement.ts';
import { createPrimaryGuard, NotPrimary } from './primary-guard.ts';
import {
  CONFIRMATION_TIMEOUT,
  countLostStandby,
  type Database,
  inEntityTx,
  inPipelinedTx,
  inPoolTx,
  type Sql,
  sqlOfClient,
  sqlOfPool,
} from './sql-handles.ts';
import { databaseOfTenants, type OfTenants, rememberTenants } from './tenant-database.ts';

export type { Prisma } from './prisma-handle.ts';
export type { Database, Sql, Tx } from './sql-handles.ts';

// Numbers stay numbers: bigint columns here are counters and transaction ids, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Milliseconds. */
const TRANSACTION_WAIT = 5000;
const TRANSACTION_TIMEOUT = 15_000;

interface DatabaseOptions extends PoolLimits {
  /** The role that work for one organization runs as; null or not given: all work is done as the role that connects. */
  readonly tenantRole?: string | null;
}

export function openDatabase(connectionString: string, log: Log, options: DatabaseOptions = {}): Database {
  const { tenantRole = null, ...limits } = options;
  const guard = createPrimaryGuard();
  const pool = (name: PoolName): pg.Pool => {
    const opened = openPool(connectionString, name, (client) => guard.admit(client), limits);
    // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
    opened.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
    opened.on('connect', (client) => {
      client.on('notice', ({ message }) => countLostStandby(message));
      // The pool handles errors of idle clients only. Without a listener, an error between two statements of a transaction
      // would end the process; the next statement reports it.
      client.on('error', (error) => log.debug({ err: error }, 'database connection lost in use'));
    });
    return opened;
  };
  const [consolePool, ingestPool, lookupPool] = [pool('console'), pool('ingest'), pool('lookups')];
  const [prismaPool, cancelPool, exportPool] = [pool('entities'), pool('cancel'), pool('exports')];
  const prisma = openEntities(tenantRole === null ? prismaPool : limitedPool(prismaPool), limits.waitMs);
  const placement = createPlacement(sqlOfPool(consolePool));
  const unbound: Database = {
    ofTenant: (tenant) => ofTenants([tenant]),
    ofTenants: (tenants) => ofTenants(tenants),
    get acrossTenants() {
      return unbound;
    },
    prisma,
    console: sqlOfPool(consolePool),
    lookups: sqlOfPool(lookupPool),
    exports: sqlOfPool(exportPool),
    connectionString,
    admit: guard.admit,
    get isDistributed() {
      return placement.isDistributed;
    },
    readPlacement: () => placement.read(),
    inTx: (work) => inEntityTx(prisma, work),
    inSqlTx: (work) => inPoolTx(consolePool, work),
    inIngestTx: (work, first) => inPipelinedTx(ingestPool, work, first),
    cancelUnconfirmedCommits: async () => {
      const { rowCount } = await cancelPool.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
          WHERE usename = current_user AND wait_event = 'SyncRep' AND query_start < clock_timestamp() - $1::interval`,
        [CONFIRMATION_TIMEOUT],
      );
      return rowCount ?? 0;
    },
    close: async () => {
      await prisma.$disconnect();
      await Promise.all(
        [prismaPool, consolePool, ingestPool, lookupPool, cancelPool, exportPool].map((one) => one.end()),
      );
    },
  };
  const pools = { console: consolePool, ingest: ingestPool, lookups: lookupPool, exports: exportPool };
  const parts = { unbound, prisma, pools };
  const ofTenants: OfTenants =
    tenantRole === null ? () => unbound : rememberTenants((tenants) => databaseOfTenants(parts, tenantRole, tenants));
  return unbound;
}

const openEntities = (pool: pg.Pool, waitMs: number | undefined): PrismaClient =>
  new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: {
      maxWait: waitMs ?? TRANSACTION_WAIT,
      timeout: Math.max(waitMs ?? 0, TRANSACTION_TIMEOUT),
    },
  });

/**
 * Everything `work` reads is of one instant, however long its statements take; it writes nothing. On a connection of its own.
 * `work` must not wait for anything else: a transaction idle for ten minutes is ended.
 */
export const withSnapshot = <Result>(connectionString: string, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  withClient(connectionString, 'check', async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await work(sqlOfClient(client));
  });

/** Runs `work` inside a transaction so that its failure undoes what it did, and nothing else. */
export async function inSavepoint<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  await sql.query('SAVEPOINT part');
  try {
    const result = await work();
    await sql.query('RELEASE SAVEPOINT part');
    return result;
  } catch (error) {
    // Where the connection is gone, there is nothing to roll back.
    if (!isUnreachable(error)) await sql.query('ROLLBACK TO SAVEPOINT part');
    throw error;
  }
}

/** Well below the time for which a transaction may be idle (database-connections.ts). */
const STATEMENT_EVERY_MS = 5000;

/**
 * For a transaction that computes for long: Postgres ends the session of one without statements, whatever its process does meanwhile.
 * Call the result often: where it is time it sends a statement.
 */
export function keepOpen(sql: Sql): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < STATEMENT_EVERY_MS) return;
    await sql.query('SELECT 1');
    last = performance.now();
  };
}

/**
 * Besides a lost or full server: a read-only one, a deadlock, a lock timeout, and one that refuses this server (another
 * password, a database renamed, restored or dropped).
 */
const UNREACHABLE_STATES = /^(08|28|3D000|53|57P0[1-4]|25006|25P03|40|55P03)/u;
const UNREACHABLE_CODES =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EMFILE|P100[0-3]|P1008|P1010|P1017|P2024|P2028)/u;
const UNREACHABLE_MESSAGES =
  /Connection terminated|after calling end on the pool|timeout exceeded when trying to connect|ConnectionClosed|connection error|Connection ended|not queryable|the standby did not confirm|the database system is|the database handed out|Unable to start a transaction/iu;

/** SQLSTATE of a database error, wherever its wrapper put it. */
export function sqlState(error: unknown): string | null {
  for (let current: unknown = error, depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
    const { code, originalCode, cause, meta } = current as Record<string, unknown>;
    for (const candidate of [originalCode, code])
      if (typeof candidate === 'string' && /^[0-9A-Z]{5}$/u.test(candidate) && !/^P\d{4}$/u.test(candidate))
        return candidate;
    current = cause ?? (meta as Record<string, unknown> | undefined)?.driverAdapterError;
  }
  return null;
}

/** Whether the database was unreachable or asked for a retry: the operation is safe to repeat. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof NotPrimary) return true;
  const state = sqlState(error);
  if (state !== null && UNREACHABLE_STATES.test(state)) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === 'string' && UNREACHABLE_CODES.test(code)) return true;
  if (typeof message === 'string' && UNREACHABLE_MESSAGES.test(message)) return true;
  return cause !== undefined && cause !== error && isUnreachable(cause);
}

/** Whether Postgres ended a transaction so that another, which waited for the same locks, could go on. */
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01';

/** Whether a lock was not given within its time limit. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

/** Whether a statement took longer than it may, or was canceled: the database is busy, and the next attempt may be in time. */
export const isStatementTimeout = (error: unknown): boolean => sqlState(error) === '57014';

/** A privilege this server lacks: no caller can cause or fix that. */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Whether the database failed rather than the request: the same request may work once the operator has fixed it, so it
 * counts as not handled rather than refused.
 */
export const isDatabaseFailure = (error: unknown): boolean =>
  isUnreachable(error) || isStatementTimeout(error) || sqlState(error) === INSUFFICIENT_PRIVILEGE;

/** Data or index corruption, and errors of the disk. */
const CORRUPTION_STATES = /^(XX00[12]|58)/u;

/** Whether Postgres found a damaged or unreadable page or file. */
export function isCorruption(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && CORRUPTION_STATES.test(state);
}

/** Whether a unique rule was broken; names the constraint or fields when known. */
export function isDuplicate(error: unknown): boolean {
  if (typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 'P2002') return true;
  return sqlState(error) === '23505';
}

/**
 * Whether Prisma changed a row, or referred to one, that somebody else has deleted meanwhile. Not of other statements: a batch of
 * reports holds several devices', and only one of them may be gone.
 */
export function isGone(error: unknown): boolean {
  const { code } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown };
  return code === 'P2025' || code === 'P2003';
}
