/** Leader election by an advisory lock: one server process does the work for all of them; the lock is gone with its connection. */
import type { Database } from './database.ts';
import { openClient } from './database-connections.ts';

const QUERY_TIMEOUT_MS = 5000;

/**
 * Seconds, set at the server: it ends the connection of a machine that is gone within half a minute, and with it its locks. By
 * default it would keep them for two hours.
 */
const DETECT_LOST_MACHINE = `SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '30s', false)`;

export interface AdvisoryLock {
  /** Queries the database; false: another process may have the lock by now. */
  isStillHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the lock called `name`, on the primary only: a lock on an old one would make a second leader. It is lost as soon as a newer
 * primary is seen. Null: another process has it. Throws where the database is unreachable.
 */
export async function acquireAdvisoryLock(
  db: Pick<Database, 'connectionString' | 'admit'>,
  name: string,
): Promise<AdvisoryLock | null> {
  const client = openClient(db.connectionString, 'leader', {
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  let isLost = false;
  client.on('error', () => {
    isLost = true;
  });
  client.on('end', () => {
    isLost = true;
  });
  const release = (): Promise<void> => client.end().catch(() => {});
  await client.connect();
  try {
    await db.admit(client);
    await client.query(DETECT_LOST_MACHINE);
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS got', [name]);
    if (rows[0]?.got !== true) {
      await release();
      return null;
    }
  } catch (error) {
    await release();
    throw error;
  }
  return {
    isStillHeld: async () => {
      if (isLost) return false;
      try {
        await client.query('SELECT 1');
        return !isLost;
      } catch {
        await release();
        return false;
      }
    },
    release,
  };
}
