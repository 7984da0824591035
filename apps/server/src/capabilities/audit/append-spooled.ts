/** Appends the entries that could not be written when they happened, as soon as they can be. */
import type { Platform } from '../../platform/index.ts';
import { deleteSpooled, rejectSpooled, spooledEntries } from './audit-spool.ts';
import { hasEntry, lockHead } from './audit-store.ts';
import { appendContent } from './write-audit.ts';

/** Answers how many. Throws where the log still cannot be written. */
export async function appendSpooled(platform: Pick<Platform, 'config' | 'keys' | 'db' | 'log'>): Promise<number> {
  let appended = 0;
  for await (const spooled of spooledEntries(platform)) {
    const { entry, path } = spooled;
    if (entry === null) {
      platform.log.error({ file: path }, 'a kept audit entry is not as Picket wrote it and is put aside');
      await rejectSpooled(spooled);
      continue;
    }
    await platform.db.inTx(async (tx) => {
      // Whoever appends to this log waits now: what is entered already is seen.
      await lockHead(tx.sql, entry.tenantGuid);
      if (!(await hasEntry(tx.sql, entry))) await appendContent(platform, tx, entry);
    });
    await deleteSpooled(spooled);
    appended += 1;
  }
  return appended;
}
