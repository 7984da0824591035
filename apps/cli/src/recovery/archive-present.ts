/** The end of the archive before a restore: what was written until now is in it. */
import { setTimeout } from 'node:timers/promises';
import { withClient } from '@picket/server/database-connections';

const ARCHIVED_WITHIN_MS = 120_000;

/**
 * Recovery ends at the first commit after the instant: there is one, and what was written until now is archived. False: nothing is archived, or
 * it was not within two minutes.
 */
export const archivePresent = (adminUrl: string): Promise<boolean> =>
  withClient(adminUrl, 'script', async (client) => {
    const { rows: modes } = await client.query<{ mode: string }>(`SELECT current_setting('archive_mode') AS mode`);
    if (modes[0]?.mode === 'off') return false;
    await client.query('SELECT pg_current_xact_id()');
    const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    const deadline = performance.now() + ARCHIVED_WITHIN_MS;
    for (;;) {
      const archived = await client.query('SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= $1', [
        rows[0]?.file,
      ]);
      if (archived.rowCount === 1) return true;
      if (performance.now() > deadline) return false;
      await setTimeout(200);
    }
  });
