import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { deleteFramesAt, deleteHistoryOf, seriesAt } from './location-history-store.ts';

const SERIES_AT_ONCE = 50;
const FRAMES_AT_ONCE = 1000;

/**
 * Deletes the history of a location that is to be deleted, some in each transaction, since there is no limit to how much that is. `check`
 * begins each; what it throws ends the deletion, and the rest stays.
 */
export async function deleteHistoryAt(
  { db, actor: { tenant } }: Ctx<UserActor>,
  location: string,
  check: (tx: Tx) => Promise<void>,
): Promise<void> {
  const series = await seriesAt(db.console, tenant, location);
  for (let begin = 0; begin < series.length; begin += SERIES_AT_ONCE)
    await db.inTx(async (tx) => {
      await check(tx);
      await deleteHistoryOf(tx.sql, tenant, series.slice(begin, begin + SERIES_AT_ONCE));
    });
  const deletePart = (): Promise<number> =>
    db.inTx(async (tx) => {
      await check(tx);
      return deleteFramesAt(tx.sql, tenant, location, FRAMES_AT_ONCE);
    });
  while ((await deletePart()) === FRAMES_AT_ONCE);
}
