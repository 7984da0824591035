/** Deletes the clips that are too old or too many, and says when an organization comes near its limit. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deletionTime } from '../../evaluation/index.ts';
import type { ClipPorts } from '../clip-ports.ts';
import { deleteByRule } from '../deletion/delete-clip.ts';
import type { DeletionReason } from '../storage/clip-row.ts';
import {
  countBytes,
  type DueClip,
  findVideoRetention,
  listDeletable,
  listOver,
  tenantsWithClips,
} from '../storage/video-retention-store.ts';

const DAY = 86_400_000;
/** In one run; the next follows. */
const MAX_DELETIONS = 1000;

/** Returns how many clips were deleted. Where the clock may be wrong, none for its age, and all that is too much. */
export async function applyVideoRetention(platform: Platform, objects: ObjectStore, ports: ClipPorts): Promise<number> {
  let deleted = 0;
  const now = await deletionTime(platform);
  for (const tenant of await tenantsWithClips(platform.db.console)) {
    const due = await listDue(platform.db, tenant, null, now);
    const clips = due.map(([{ guid }, reason]) => ({ guid, reason }));
    deleted += await deleteByRule(platform, objects, ports, tenant, clips);
  }
  return deleted;
}

interface Retention {
  readonly keepDays: number;
  readonly maxBytes: number;
  readonly sentryMaxBytes: number | null;
  readonly whenFull: string;
}

/** Which clips a retention deletes at `now`: those that are over, then as many as are too much. `retention` null: the one in force. */
export async function listDue(
  db: Platform['db'],
  tenant: string,
  retention: Retention | null,
  now: Millis,
): Promise<readonly (readonly [DueClip, DeletionReason])[]> {
  const sql = db.ofTenant(tenant).console;
  const inForce = retention ?? (await findVideoRetention(sql, tenant));
  const keptSince = new Date(now - inForce.keepDays * DAY);
  const over = await listOver(sql, tenant, keptSince, new Date(now), MAX_DELETIONS);
  const due = over.map((clip): [DueClip, DeletionReason] => [clip, 'AGE']);
  // What is too much is known when all that is over is gone.
  if (inForce.whenFull !== 'OLDEST_FIRST' || over.length >= MAX_DELETIONS) return due;
  const tooMany = await listTooMany(sql, tenant, inForce, over, keptSince, new Date(now));
  return [...due, ...tooMany.map((clip): [DueClip, DeletionReason] => [clip, 'QUOTA'])];
}

async function listTooMany(
  sql: Sql,
  tenant: string,
  { maxBytes, sentryMaxBytes }: Retention,
  over: readonly DueClip[],
  keptSince: Date,
  now: Date,
): Promise<readonly DueClip[]> {
  let total = (await countBytes(sql, tenant, null)) - sumOf(over);
  if (total <= maxBytes && sentryMaxBytes === null) return [];
  const used = new Map<string, number>();
  const countSentry = async (sentry: string): Promise<number> =>
    (await countBytes(sql, tenant, sentry)) - sumOf(over.filter((clip) => clip.sentry === sentry));
  const due: DueClip[] = [];
  for (const clip of await listDeletable(sql, tenant, keptSince, now, MAX_DELETIONS - over.length)) {
    const ofSentry = used.get(clip.sentry) ?? (sentryMaxBytes === null ? 0 : await countSentry(clip.sentry));
    const isTooMuch = total > maxBytes || (sentryMaxBytes !== null && ofSentry > sentryMaxBytes);
    used.set(clip.sentry, isTooMuch ? ofSentry - clip.bytes : ofSentry);
    if (!isTooMuch) continue;
    total -= clip.bytes;
    due.push(clip);
  }
  return due;
}

const sumOf = (clips: readonly DueClip[]): number => clips.reduce((sum, { bytes }) => sum + bytes, 0);
