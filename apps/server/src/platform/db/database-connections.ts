/**
 * Every connection to Postgres is opened here, with a named profile: how long its statements may take, how long it waits for
 * a lock, and how long a transaction may be idle. A new purpose is a new row.
 */
import pg from 'pg';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds, none of them 0: for Postgres (and for the driver, which leaves it out) that would be no limit. */
interface ConnectionProfile {
  readonly statement: number;
  readonly lock: number;
  /** An idle transaction holds back vacuum, and others behind its locks. */
  readonly idleInTransaction: number;
  /** Of a pool: connections at the most, for each process. */
  readonly max?: number;
  /** Of a pool: statements are sent without waiting for the answers to those before. */
  readonly pipeline?: boolean;
  /** Of a pool: milliseconds to wait for a connection. */
  readonly wait?: number;
}

const QUICK = { statement: 15 * SECOND, lock: 5 * SECOND, idleInTransaction: 30 * SECOND, wait: 5 * SECOND };
/** One statement may scan the whole database. */
const LONG = { statement: 24 * HOUR, lock: MINUTE, idleInTransaction: 10 * MINUTE };

export const PROFILES = {
  /** Reads for screens, and small writes. */
  console: { ...QUICK, max: 8 },
  /** Reports of sentries. */
  ingest: { ...QUICK, max: 6, pipeline: true },
  /** What is read before a report's transaction: its token, configuration and series. */
  lookups: { ...QUICK, max: 3 },
  /** Prisma's. */
  entities: { ...QUICK, max: 8 },
  /** Cancels commits that no standby confirms; separate, so that it never waits behind them. */
  cancel: { ...QUICK, max: 1 },
  /** Downloads: a page a statement. They share these few connections and delay nothing else. */
  exports: {
    statement: MINUTE,
    lock: 5 * SECOND,
    idleInTransaction: 10 * SECOND,
    max: 3,
    wait: MINUTE,
  },
  /** Listens for notifications of other server processes. */
  wake: QUICK,
  /** Holds the advisory lock of work that one process does for all. */
  leader: QUICK,
  /** Waits for another process that migrates; each migration sets a short lock time-out of its own and tries again. */
  migration: { statement: 24 * HOUR, lock: HOUR, idleInTransaction: 10 * MINUTE },
  backup: LONG,
  restore: LONG,
  /** Reads everything at one instant: the check of what is stored. */
  check: LONG,
  /** Run on the machine: commands, measurements, the embedded Postgres' own database. */
  script: LONG,
} as const satisfies Record<string, ConnectionProfile>;

export type ProfileName = keyof typeof PROFILES;
export type PoolName = {
  [Name in ProfileName]: (typeof PROFILES)[Name] extends { max: number } ? Name : never;
}[ProfileName];

/** The name in pg_stat_activity. */
export const applicationName = (name: ProfileName): string => `picket ${name}`;

const settingsOf = (connectionString: string, name: ProfileName): pg.ClientConfig => {
  const { statement, lock, idleInTransaction } = PROFILES[name];
  return {
    connectionString,
    application_name: applicationName(name),
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    keepAlive: true,
  };
};

/** Lifetime of a pooled connection: new ones follow a changed DNS name or proxy target. */
const LIFETIME_SECONDS = 60;

/** Instead of what the profiles of pools say: tests share a machine that may be busy. */
export interface PoolLimits {
  /** Milliseconds that work waits for a connection. */
  readonly waitMs?: number;
  /** Connections of a pool, where its profile has more. */
  readonly max?: number;
  /** Transactions of the ingest at a time, where its profile has fewer connections. */
  readonly ingestTransactions?: number;
}

/** A pool of connections, made when they are needed. Each new one has to pass `admit`. */
export function openPool(
  connectionString: string,
  name: PoolName,
  admit: (client: pg.ClientBase) => Promise<void>,
  limits: PoolLimits,
): pg.Pool {
  const { max, wait, pipeline = false }: ConnectionProfile & { readonly max: number } = PROFILES[name];
  // One more: the ticker and housekeeping write by this pool as well, and wait for no report.
  const wanted = name === 'ingest' ? Math.max(max, (limits.ingestTransactions ?? 0) + 1) : max;
  return new pg.Pool({
    ...settingsOf(connectionString, name),
    pipeline,
    max: Math.min(wanted, limits.max ?? wanted),
    connectionTimeoutMillis: limits.waitMs ?? wait,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    // The pool waits for the promise.
    onConnect: (client) => admit(client),
  });
}

/**
 * One connection, to be connected and ended by the caller. Lost while nothing is asked of it, it is reported by the next statement: as an
 * event that nobody listens to it would end the process. `more`: how long the client itself waits.
 */
export function openClient(
  connectionString: string,
  name: ProfileName,
  more: Pick<pg.ClientConfig, 'connectionTimeoutMillis' | 'query_timeout'> = {},
): pg.Client {
  const client = new pg.Client({ ...settingsOf(connectionString, name), ...more });
  client.on('error', () => {});
  return client;
}

/** Runs `work` on a connection of its own, which ends with it. */
export async function withClient<Result>(
  connectionString: string,
  name: ProfileName,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = openClient(connectionString, name);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
