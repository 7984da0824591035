/**
 * Which clips were deleted, beside the objects and outside of the database: a backup from before still has their rows with their keys, and
 * after a restore they are deleted again.
 */
import { CLIP_DELETION_REASONS } from '@picket/contracts/clips';
import { formatInstant, type Millis } from '@picket/domain/time';
import { z } from 'zod';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const FOLDER = 'erased';
/** No backup is kept for longer. */
const KEPT: Millis = 400 * 86_400_000;

const Erasure = z.object({
  tenant: z.uuid(),
  guid: z.uuid(),
  at: z.iso.datetime(),
  reason: z.enum(CLIP_DELETION_REASONS),
});
export type Erasure = z.output<typeof Erasure>;

const monthOf = (at: Millis): string => formatInstant(at).slice(0, 7);

/** Durable when it returns; noted twice it is the same. */
export const noteErasure = (objects: ObjectStore, erasure: Erasure): Promise<void> =>
  objects.put(
    `${FOLDER}/${monthOf(Date.parse(erasure.at))}/${erasure.guid}`,
    Buffer.from(JSON.stringify(Erasure.parse(erasure))),
  );

/** What was noted since `since`, and removes what is older than any backup. */
export async function* listErasures(objects: ObjectStore, now: Millis): AsyncGenerator<Erasure> {
  const oldest = monthOf(now - KEPT);
  for await (const name of objects.list(FOLDER)) {
    const [, month = ''] = name.split('/');
    if (month < oldest) await objects.removeAll(name);
    else {
      const erasure = parseErasure(await objects.read(name));
      if (erasure !== null) yield erasure;
    }
  }
}

function parseErasure(bytes: Buffer | null): Erasure | null {
  try {
    return bytes === null ? null : Erasure.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}
