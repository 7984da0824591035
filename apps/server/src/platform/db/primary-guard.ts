/**
 * Admits connections to the primary only. A proxy may route to a standby, or to an old primary that came back by itself: what is
 * read there may be out of date, and "no such token" would be wrong.
 *
 * Input: each new connection, before it is used. Output: it is admitted, or refused with a NotPrimary. Invariant: a connection
 * that reported to be read-only, or whose timeline is older than one seen since, is closed.
 */
import type pg from 'pg';
import { withDeadline } from '../deadline.ts';

/** The connection does not lead to the primary: retryable, like an unreachable database. */
export class NotPrimary extends Error {
  override readonly name = 'NotPrimary';
}

export interface PrimaryGuard {
  /** Checks where a new connection leads. Throws a NotPrimary, or the error of the check. */
  admit(client: pg.ClientBase): Promise<void>;
}

const READ_ONLY = '25006';
const CHECK_TIMEOUT_MS = 5000;

/** A timeline begins with every promotion; the number of the one being written stands in the name of the current log file. */
const POSITION_QUERY = `
  SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS reads_only,
         (pg_control_system()).system_identifier::text AS system,
         CASE WHEN pg_is_in_recovery() THEN NULL ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline`;

interface ServerPosition {
  readonly system: string;
  readonly timeline: number;
}

export function createPrimaryGuard(): PrimaryGuard {
  /** The newest timeline seen of each database system; a process meets one, or two when it is moved. */
  const newest = new Map<string, number>();
  const admitted = new Map<pg.ClientBase, ServerPosition>();

  const disconnectOlder = ({ system, timeline }: ServerPosition): void => {
    for (const [client, place] of admitted)
      if (place.system === system && place.timeline < timeline) connectionOf(client)?.stream.destroy();
  };

  return {
    admit: async (client) => {
      const place = await readPosition(client);
      const known = newest.get(place.system) ?? 0;
      if (place.timeline < known)
        throw new NotPrimary(
          `the database handed out is an old primary: it writes timeline ${place.timeline}, and ${known} has begun`,
        );
      newest.set(place.system, place.timeline);
      admitted.set(client, place);
      client.once('end', () => admitted.delete(client));
      // The caller gets the error first; then the connection is closed.
      const wire = connectionOf(client);
      wire?.on('errorMessage', (error: unknown) => {
        if (codeOf(error) === READ_ONLY) setImmediate(() => wire.stream.destroy());
      });
      if (place.timeline > known) disconnectOlder(place);
    },
  };
}

async function readPosition(client: pg.ClientBase): Promise<ServerPosition> {
  // A frozen host does not respond, and no timeout of Postgres ends that.
  const { rows } = await withDeadline(
    client.query<{ standby: boolean; reads_only: boolean; system: string; timeline: string | null }>(POSITION_QUERY),
    CHECK_TIMEOUT_MS,
    () => new NotPrimary('the database handed out did not say whether it is the primary'),
  );
  const [row] = rows;
  if (row === undefined || row.standby) throw new NotPrimary('the database handed out is a standby');
  if (row.reads_only) throw new NotPrimary('the database handed out is read-only');
  return { system: row.system, timeline: Number.parseInt(row.timeline ?? '0', 16) };
}

/**
 * The protocol connection of a client. Guarantee: every client of `pg` has one (its own pool uses it); the types leave it out,
 * and without it the client is merely ended a little later.
 */
function connectionOf(client: pg.ClientBase): pg.Connection | null {
  const { connection } = client as { connection?: pg.Connection };
  return connection ?? null;
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
