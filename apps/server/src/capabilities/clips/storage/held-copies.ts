/**
 * Held clips are copied beside the backups, as they are stored: a backup has rows only, among them their keys. A restore brings the copies
 * back. What no hold keeps is in no copy.
 */
import { existsSync } from 'node:fs';
import { withSnapshot } from '../../../platform/db/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { openObjectStore } from '../../../platform/objects/open-object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { pathOfClip } from './clip-objects.ts';
import { listHeldClipsAllTenants, listReadyClipsAllTenants } from './stored-clip-store.ts';

type CopyPlatform = Pick<Platform, 'config' | 'clock'>;
const PATH_OF_NAME = /^([0-9a-f-]{36}\/\d{4}-\d{2}\/[0-9a-f-]{36})\//u;

const openStore = ({ config }: CopyPlatform): ObjectStore => openObjectStore(config.clips.place);
const openCopies = (folder: string): ObjectStore => openObjectStore({ kind: 'disk', folder });

/** Copies what is new, and removes copies of clips that no hold keeps any more. Returns how many clips have a copy. */
export async function copyHeldClips(platform: CopyPlatform, folder: string): Promise<number> {
  const held = await withSnapshot(platform.config.databaseUrl, (sql) =>
    listHeldClipsAllTenants(sql, new Date(platform.clock.now())),
  );
  if (held.length === 0 && !existsSync(folder)) return 0;
  const copies = openCopies(folder);
  const store = openStore(platform);
  const paths = new Set(held.map(pathOfClip));
  for (const path of paths) await copyMissing(store, copies, path);
  for (const path of await pathsIn(copies)) if (!paths.has(path)) await copies.removeAll(path);
  return paths.size;
}

interface RestoredClips {
  /** Brought back from the copies. */
  readonly restored: number;
  /** The guids of clips that are in the database, and neither in the store nor in the copies; of those that no hold keeps. */
  readonly lost: readonly string[];
  /** Of those that a hold keeps: their copies are elsewhere, or gone. */
  readonly uncopied: readonly string[];
}

/** Brings copies back into the store, of clips that are in the restored database. */
export async function restoreHeldClips(platform: CopyPlatform, folder: string): Promise<RestoredClips> {
  const copies = existsSync(folder) ? openCopies(folder) : null;
  const store = openStore(platform);
  const copied = new Set(copies === null ? [] : await pathsIn(copies));
  let restored = 0;
  const lost: string[] = [];
  const uncopied: string[] = [];
  for (const { guid, path, isHeld } of await readyClips(platform)) {
    if (copies !== null && copied.has(path) && (await copyMissing(copies, store, path)) > 0) restored += 1;
    else if (!(await hasObjects(store, path))) (isHeld ? uncopied : lost).push(guid);
  }
  return { restored, lost, uncopied };
}

interface FoundClip {
  readonly guid: string;
  readonly path: string;
  readonly isHeld: boolean;
}

/** All of them are read before one is copied: a transaction that is idle for as long as copies take is ended. */
const readyClips = ({ config, clock }: CopyPlatform): Promise<readonly FoundClip[]> =>
  withSnapshot(config.databaseUrl, async (sql) => {
    const held = new Set((await listHeldClipsAllTenants(sql, new Date(clock.now()))).map(({ guid }) => guid));
    const found: FoundClip[] = [];
    for (let after: string | null = null; ; ) {
      const clips = await listReadyClipsAllTenants(sql, after, 500);
      found.push(...clips.map((clip) => ({ guid: clip.guid, path: pathOfClip(clip), isHeld: held.has(clip.guid) })));
      const last = clips.at(-1);
      if (last === undefined) return found;
      after = last.guid;
    }
  });

/** Returns how many objects were not there. */
async function copyMissing(from: ObjectStore, to: ObjectStore, path: string): Promise<number> {
  const known = new Set<string>();
  for await (const name of to.list(path)) known.add(name);
  let copied = 0;
  for await (const name of from.list(path)) {
    const bytes = known.has(name) ? null : await from.read(name);
    if (bytes === null) continue;
    await to.put(name, bytes);
    copied += 1;
  }
  return copied;
}

async function hasObjects(store: ObjectStore, path: string): Promise<boolean> {
  for await (const _name of store.list(path)) return true;
  return false;
}

async function pathsIn(store: ObjectStore): Promise<readonly string[]> {
  const paths = new Set<string>();
  for await (const name of store.list()) {
    const [, path] = PATH_OF_NAME.exec(name) ?? [];
    if (path !== undefined) paths.add(path);
  }
  return [...paths];
}
