/** Whether the objects of clips are what their rows say, and none is there that no clip has. Changes nothing. */
import { createHash } from 'node:crypto';
import type { Sql } from '../../../platform/db/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { DamagedChunk, readClipKey, readRange, type StoredClip } from './clip-objects.ts';
import type { PartRow } from './clip-row.ts';
import { listParts } from './clip-store.ts';
import { listReadyClipsAllTenants, listUnknownObjectsAllTenants } from './stored-clip-store.ts';

const BATCH = 200;

/** The store of clips could not be read: it is not known what it has. */
export class UnreadableStore extends Error {
  constructor(cause: unknown) {
    super(`the store of clips could not be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A sentence for each part that is missing or damaged. @throws UnreadableStore */
export async function findDamagedClips(
  sql: Sql,
  keys: Pick<Keys, 'encryption'>,
  objects: ObjectStore,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (let after: string | null = null; ; ) {
    const clips = await listReadyClipsAllTenants(sql, after, BATCH);
    for (const { key: encrypted, ...clip } of clips) {
      const key = readClipKey(keys, clip.tenant, clip.guid, encrypted);
      if (key === null) problems.push(`clip ${clip.guid}: its key cannot be decrypted`);
      else
        for (const part of await listParts(sql, clip.tenant, clip.guid))
          if (part.isComplete && !(await isWhole(objects, { ...clip, key }, part)))
            problems.push(`clip ${clip.guid}: its ${part.part} is missing or damaged`);
    }
    const last = clips.at(-1);
    if (last === undefined) return problems;
    after = last.guid;
  }
}

async function isWhole(objects: ObjectStore, clip: StoredClip, part: PartRow): Promise<boolean> {
  const digest = createHash('sha256');
  try {
    for await (const chunk of readRange(objects, clip, part, 0, part.bytes)) digest.update(chunk);
  } catch (error) {
    if (error instanceof DamagedChunk) return false;
    throw new UnreadableStore(error);
  }
  return digest.digest().equals(part.sha256);
}

/** Where the objects of a clip are: organization, month, clip. */
const PATH_OF_NAME = /^([0-9a-f-]{36}\/\d{4}-\d{2}\/([0-9a-f-]{36}))\//u;

/** The paths of objects that no clip has. @throws UnreadableStore */
export async function findUnknownObjects(sql: Sql, objects: ObjectStore): Promise<readonly string[]> {
  const paths = await listPaths(objects);
  const unknown = await listUnknownObjectsAllTenants(sql, [...paths.keys()]);
  return unknown.map((guid) => `objects of no clip: ${paths.get(guid) ?? guid}`);
}

/** By clip. */
async function listPaths(objects: ObjectStore): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  try {
    for await (const name of objects.list()) {
      const [, path, guid] = PATH_OF_NAME.exec(name) ?? [];
      if (path !== undefined && guid !== undefined) paths.set(guid, path);
    }
  } catch (error) {
    throw new UnreadableStore(error);
  }
  return paths;
}
