/**
 * Which clips were deleted, beside the objects and outside of the database: a backup from before still has their rows with their keys, and
 * after a restore they are deleted again.
 */
import { createHash } from 'node:crypto';
import { CLIP_DELETION_REASONS } from '@picket/contracts/clips';
import { formatInstant, type Millis } from '@picket/domain/time';
import { z } from 'zod';
import type { BackupConfig } from '../../../platform/config/config.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const FOLDER = 'erased';
const HOUR: Millis = 3_600_000;
const DAY = 24 * HOUR;
/** A copy of a backup elsewhere may be as old. */
const KEPT_AT_LEAST: Millis = 400 * DAY;

/** For how long a note is kept: as long as a scheduled backup from before it. The week and the interval that have begun are added. */
export const keptFor = ({
  everyHours,
  keep,
  keepWeeks,
}: Pick<BackupConfig, 'everyHours' | 'keep' | 'keepWeeks'>): Millis =>
  Math.max(KEPT_AT_LEAST, (keepWeeks + 1) * 7 * DAY, (keep + 1) * everyHours * HOUR);

const Erasure = z.object({
  tenant: z.uuid(),
  guid: z.uuid(),
  at: z.iso.datetime(),
  reason: z.enum(CLIP_DELETION_REASONS),
});
const Erasures = z.array(Erasure);
export type Erasure = z.output<typeof Erasure>;

const monthOf = (at: Millis): string => formatInstant(at).slice(0, 7);

/** Durable when it returns; noted twice they are the same. Those of a month are one object. */
export async function noteErasures(objects: ObjectStore, erasures: readonly Erasure[]): Promise<void> {
  for (const [month, ofMonth] of Map.groupBy(erasures, ({ at }) => monthOf(Date.parse(at)))) {
    const bytes = Buffer.from(JSON.stringify(Erasures.parse(ofMonth)));
    await objects.put(`${FOLDER}/${month}/${createHash('sha256').update(bytes).digest('hex')}`, bytes);
  }
}

/** What was noted, and removes months that ended before `since`. `onDamaged` gets the name of an object that holds no notes. */
export async function* listErasures(
  objects: ObjectStore,
  since: Millis,
  onDamaged: (name: string) => void,
): AsyncGenerator<Erasure> {
  const oldest = monthOf(since);
  for await (const name of objects.list(FOLDER)) {
    const [, month = ''] = name.split('/');
    if (month < oldest) await objects.removeAll(name);
    else {
      const erasures = parseErasures(await objects.read(name));
      if (erasures === null) onDamaged(name);
      else yield* erasures;
    }
  }
}

/** null: it cannot be read as notes. */
function parseErasures(bytes: Buffer | null): readonly Erasure[] | null {
  try {
    const noted: unknown = bytes === null ? [] : JSON.parse(bytes.toString('utf8'));
    // Earlier versions noted each by itself.
    return Erasures.parse(Array.isArray(noted) ? noted : [noted]);
  } catch {
    return null;
  }
}
