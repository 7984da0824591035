/**
 * Whether the objects of clips are what their rows say, and none is there that no clip has. Changes nothing. The store has no snapshot: it
 * is read after the one of the rows was taken, and clips come and go meanwhile. What is found is therefore looked at once more, and then
 * compared with rows as they are by then.
 */
import { createHash } from 'node:crypto';
import { keepOpen, type Sql } from '../../../platform/db/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { DamagedChunk, readClipKey, readRange, type StoredClip } from './clip-objects.ts';
import type { PartRow } from './clip-row.ts';
import { findClip, listParts } from './clip-store.ts';
import { listReadyClipsAllTenants, listUnknownObjectsAllTenants } from './stored-clip-store.ts';

const BATCH = 200;

/** The store of clips could not be read: it is not known what it has. */
export class UnreadableStore extends Error {
  constructor(cause: unknown) {
    super(`the store of clips could not be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Runs work in a snapshot of the database that is taken then. */
export type RunInNewSnapshot = <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;

interface DamagedPart {
  readonly clip: StoredClip;
  readonly part: PartRow;
}

/** A sentence for each part that is missing or damaged. @throws UnreadableStore */
export async function findDamagedClips(
  sql: Sql,
  keys: Pick<Keys, 'encryption'>,
  objects: ObjectStore,
  runInNewSnapshot: RunInNewSnapshot,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const damaged: DamagedPart[] = [];
  for (let after: string | null = null; ; ) {
    const clips = await listReadyClipsAllTenants(sql, after, BATCH);
    for (const { key: encrypted, ...clip } of clips) {
      const key = readClipKey(keys, clip.tenant, clip.guid, encrypted);
      if (key === null) problems.push(`clip ${clip.guid}: its key cannot be decrypted`);
      else
        for (const part of await listParts(sql, clip.tenant, clip.guid))
          if (part.isComplete && !(await isWhole(objects, { ...clip, key }, part)))
            damaged.push({ clip: { ...clip, key }, part });
    }
    const last = clips.at(-1);
    if (last === undefined) break;
    after = last.guid;
  }
  const lasting = await findLasting(sql, objects, damaged, runInNewSnapshot);
  return [...problems, ...lasting.map(({ clip, part }) => `clip ${clip.guid}: its ${part.part} is missing or damaged`)];
}

/** Those that are damaged still, of clips that are not deleted. A clip is deleted before its objects are removed: it is asked for last. */
async function findLasting(
  sql: Sql,
  objects: ObjectStore,
  damaged: readonly DamagedPart[],
  runInNewSnapshot: RunInNewSnapshot,
): Promise<readonly DamagedPart[]> {
  const sendStatement = keepOpen(sql);
  const still: DamagedPart[] = [];
  for (const one of damaged) {
    await sendStatement();
    if (!(await isWhole(objects, one.clip, one.part))) still.push(one);
  }
  if (still.length === 0) return [];
  return runInNewSnapshot(async (later) => {
    const lasting: DamagedPart[] = [];
    for (const one of still) {
      await sendStatement();
      if ((await findClip(later, one.clip.tenant, one.clip.guid))?.state === 'READY') lasting.push(one);
    }
    return lasting;
  });
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
export async function findUnknownObjects(
  sql: Sql,
  objects: ObjectStore,
  runInNewSnapshot: RunInNewSnapshot,
): Promise<readonly string[]> {
  const paths = await listPaths(objects);
  const unknown = await listUnknownObjectsAllTenants(sql, [...paths.keys()]);
  if (unknown.length === 0) return [];
  // The row of a clip is there before its first object, and gone before its objects are.
  const lasting = await runInNewSnapshot((later) => listUnknownObjectsAllTenants(later, unknown));
  const sendStatement = keepOpen(sql);
  const found: string[] = [];
  for (const guid of lasting) {
    await sendStatement();
    const path = paths.get(guid);
    if (path !== undefined && (await listPaths(objects, path)).size > 0) found.push(`objects of no clip: ${path}`);
  }
  return found;
}

/** By clip; of those below `within`, where it is given. */
async function listPaths(objects: ObjectStore, within?: string): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  try {
    for await (const name of objects.list(within)) {
      const [, path, guid] = PATH_OF_NAME.exec(name) ?? [];
      if (path !== undefined && guid !== undefined) paths.set(guid, path);
    }
  } catch (error) {
    throw new UnreadableStore(error);
  }
  return paths;
}
