/** The still of a clip for a message, which shows it to people without an account as well. */
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readClipKey, readRange } from '../storage/clip-objects.ts';
import { findClip, listParts } from '../storage/clip-store.ts';
import { findVideoRetention } from '../storage/video-retention-store.ts';

export interface MessageStill {
  readonly jpeg: Buffer;
  /** Whether the organization wants to recognize in messages what it shows. */
  readonly isClear: boolean;
}

/** null: the clip has no still, or was deleted. Throws where the objects cannot be read. */
export async function readStill(
  { db, keys }: Pick<Platform, 'db' | 'keys'>,
  objects: ObjectStore,
  tenant: string,
  guid: string,
): Promise<MessageStill | null> {
  const clip = await findClip(db.console, tenant, guid);
  if (clip === null || clip.state !== 'READY' || clip.key === null) return null;
  const part = (await listParts(db.console, tenant, guid)).find((one) => one.part === 'still' && one.isComplete);
  const key = readClipKey(keys, tenant, guid, clip.key);
  if (part === undefined || key === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of readRange(objects, { tenant, guid, createdAt: clip.createdAt, key }, part, 0, part.bytes))
    chunks.push(chunk);
  const { clearPictures } = await findVideoRetention(db.console, tenant);
  return { jpeg: Buffer.concat(chunks), isClear: clearPictures };
}
