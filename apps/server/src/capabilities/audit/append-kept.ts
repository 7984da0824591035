/** Appends the entries that could not be written when they happened, as soon as they can be. */
import type { Platform } from '../../platform/index.ts';
import { dropKept, keptEntries, refuseKept } from './audit-spool.ts';
import { isEntered, lockHead } from './audit-store.ts';
import { appendContent } from './record-change.ts';

/** Answers how many. Throws where the log still cannot be written. */
export async function appendKept(platform: Pick<Platform, 'config' | 'keys' | 'db' | 'log'>): Promise<number> {
  let appended = 0;
  for await (const kept of keptEntries(platform)) {
    const { entry, path } = kept;
    if (entry === null) {
      platform.log.error({ file: path }, 'a kept audit entry is not as Picket wrote it and is put aside');
      await refuseKept(kept);
      continue;
    }
    await platform.db.inTx(async (tx) => {
      // Whoever appends to this log waits now: what is entered already is seen.
      await lockHead(tx.sql, entry.tenantGuid);
      if (!(await isEntered(tx.sql, entry))) await appendContent(platform, tx, entry);
    });
    await dropKept(kept);
    appended += 1;
  }
  return appended;
}
