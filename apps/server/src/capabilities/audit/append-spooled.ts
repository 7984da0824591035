/** Appends spooled audit entries once the database accepts them. */
import type { Platform } from '../../platform/platform.ts';
import { hasEntry } from './audit-entry-store.ts';
import { lockHead } from './audit-head-store.ts';
import { deleteSpooled, rejectSpooled, spooledEntries } from './audit-spool.ts';
import { appendContent } from './write-audit.ts';

/** Returns how many were appended. Throws if the log still cannot be written. */
export async function appendSpooled(platform: Pick<Platform, 'config' | 'keys' | 'db' | 'log'>): Promise<number> {
  let appended = 0;
  for await (const spooled of spooledEntries(platform)) {
    const { entry, path } = spooled;
    if (entry === null) {
      platform.log.error({ file: path }, 'spooled audit entry not valid, file set aside');
      await rejectSpooled(spooled);
      continue;
    }
    await platform.db.inTx(async (tx) => {
      // Appends to this chain are serialized from here, so that the check sees all entries.
      await lockHead(tx.sql, entry.tenantGuid);
      if (!(await hasEntry(tx.sql, entry))) await appendContent(platform, tx, entry);
    });
    await deleteSpooled(spooled);
    appended += 1;
  }
  return appended;
}
