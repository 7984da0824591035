/** Databases that a restore makes beside the one that serves, until they take its place or are dropped. */
import type pg from 'pg';

const PREFIX = 'picket_restored_';
/** As `nameBeside` makes them: another database whose name begins like that is somebody's. */
const NAMES = `^${PREFIX}[0-9]{8}t[0-9]{6}$`;

export const nameBeside = (stamp: string): string => `${PREFIX}${stamp}`;

/** Drops those that an interrupted restore or verification left: nobody is connected to them. Returns their names. */
export async function dropLeftDatabases(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database d
      WHERE datname ~ $1 AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datid = d.oid) ORDER BY name`,
    [NAMES],
  );
  const dropped: string[] = [];
  for (const { name } of rows) {
    // One that somebody has connected to since, or of another installation on the same server, stays.
    const isDropped = await client.query(`DROP DATABASE IF EXISTS "${name}"`).then(
      () => true,
      () => false,
    );
    if (isDropped) dropped.push(name);
  }
  return dropped;
}

/** Puts `beside` in the place of `present`, which is kept as `kept`: both names change, or neither. */
export async function exchangeDatabases(
  client: pg.Client,
  { present, beside, kept }: { readonly present: string; readonly beside: string; readonly kept: string },
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`ALTER DATABASE "${present}" RENAME TO "${kept}"`);
    await client.query(`ALTER DATABASE "${beside}" RENAME TO "${present}"`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
