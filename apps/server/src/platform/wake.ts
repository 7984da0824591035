/**
 * A knock on the door of every server process: "something was committed". It carries nothing and may be lost; whoever
 * listens also looks by itself once a second. It is sent outside the transactions it speaks of, since NOTIFY inside a busy
 * transaction would serialise commits.
 */
import pg from 'pg';
import type { Database } from './database.ts';
import type { Log } from './log.ts';

const CHANNEL = 'picket_wake';
const QUIET_MS = 5;
const RECONNECT_MS = 1000;

export interface Wake {
  /** Knocks, soon; several knocks within a few milliseconds are one. */
  knock(): void;
  /** Calls `listener` at every knock; answers the call that stops it. */
  onKnock(listener: () => void): () => void;
  close(): Promise<void>;
}

export function createWake(db: Database, log: Log): Wake {
  const listeners = new Set<() => void>();
  let pending: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;
  let closed = false;

  const connect = async (): Promise<void> => {
    if (closed) return;
    const made = new pg.Client({ connectionString: db.connectionString });
    made.on('notification', () => {
      for (const listener of listeners) listener();
    });
    made.on('error', () => {});
    made.on('end', () => {
      if (!closed) setTimeout(() => void connect(), RECONNECT_MS).unref();
    });
    try {
      await made.connect();
      await made.query(`LISTEN ${CHANNEL}`);
      client = made;
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for wake-ups; falling back to looking once a second');
      await made.end().catch(() => {});
    }
  };
  void connect();

  return {
    knock: () => {
      for (const listener of listeners) listener();
      pending ??= setTimeout(() => {
        pending = null;
        if (!closed) db.console.query(`SELECT pg_notify($1, '')`, [CHANNEL]).catch(() => {});
      }, QUIET_MS);
    },
    onKnock: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closed = true;
      if (pending) clearTimeout(pending);
      await client?.end().catch(() => {});
    },
  };
}
