/** After a restore the rows of clips are back that were deleted since the backup: they are deleted again, with the reason they had. */
import type { Platform } from '../../../platform/platform.ts';
import { deletionTime } from '../../evaluation/index.ts';
import type { UploadParts } from '../uploads/receive-part.ts';
import { deleteByRule } from './delete-clip.ts';
import { listRevivedAllTenants } from './deletion-store.ts';
import { type Erasure, keptFor, listErasures } from './erasures.ts';

/** Erasures that are compared with the table in one statement. */
const BATCH = 500;

/** Returns how many clips were deleted again. A hold that is back as well keeps its clip: it was set before the deletion, and lifted. */
export async function repeatErasures(platform: Platform, { objects, ports }: UploadParts): Promise<number> {
  let repeated = 0;
  const batch = new Map<string, Erasure>();
  const repeat = async (): Promise<void> => {
    const revived = await listRevivedAllTenants(platform.db.console, [...batch.values()]);
    for (const [tenant, clips] of Map.groupBy(revived, (clip) => clip.tenant)) {
      const due = clips.map(({ guid }) => ({ guid, reason: batch.get(guid)?.reason ?? 'PERSON' }));
      repeated += await deleteByRule(platform, objects, ports, tenant, due);
    }
    batch.clear();
  };
  const onDamaged = (object: string): void =>
    platform.log.error({ object }, 'notes of deleted clips are damaged, these clips are not deleted again');
  const since = (await deletionTime(platform)) - keptFor(platform.config.backup);
  for await (const erasure of listErasures(objects, since, onDamaged)) {
    batch.set(erasure.guid, erasure);
    if (batch.size >= BATCH) await repeat();
  }
  await repeat();
  return repeated;
}
