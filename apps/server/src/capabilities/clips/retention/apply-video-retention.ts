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
  bytesOver,
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
  const tooMany = await listTooMany(sql, tenant, inForce, over, { since: keptSince, now: new Date(now) });
  return [...due, ...tooMany.map((clip): [DueClip, DeletionReason] => [clip, 'QUOTA'])];
}

/** First what is too much of each sentry, then what is too much of all. */
async function listTooMany(
  sql: Sql,
  tenant: string,
  { maxBytes, sentryMaxBytes }: Retention,
  over: readonly DueClip[],
  span: { readonly since: Date; readonly now: Date },
): Promise<readonly DueClip[]> {
  const limit = MAX_DELETIONS - over.length;
  const due =
    sentryMaxBytes === null ? [] : await listOfSentries(sql, tenant, sentryMaxBytes, over, { ...span, limit });
  let total = (await countBytes(sql, tenant, null)) - sumOf(over) - sumOf(due);
  if (total <= maxBytes) return due;
  const known = new Set(due.map(({ guid }) => guid));
  for (const clip of await listDeletable(sql, tenant, null, { ...span, limit })) {
    if (total <= maxBytes || due.length >= limit) break;
    if (known.has(clip.guid)) continue;
    total -= clip.bytes;
    due.push(clip);
  }
  return due;
}

/** Of the sentries that are over their limit alone: among the clips of all, the next ones may be those of others. */
async function listOfSentries(
  sql: Sql,
  tenant: string,
  maxBytes: number,
  over: readonly DueClip[],
  span: { readonly since: Date; readonly now: Date; readonly limit: number },
): Promise<DueClip[]> {
  const used = new Map(
    [...(await bytesOver(sql, tenant, maxBytes))].map(([sentry, bytes]) => [
      sentry,
      bytes - sumOf(over.filter((clip) => clip.sentry === sentry)),
    ]),
  );
  const due: DueClip[] = [];
  for (const clip of await listDeletable(sql, tenant, [...used.keys()], span)) {
    const bytes = used.get(clip.sentry) ?? 0;
    if (bytes <= maxBytes) continue;
    used.set(clip.sentry, bytes - clip.bytes);
    due.push(clip);
  }
  return due;
}

const sumOf = (clips: readonly DueClip[]): number => clips.reduce((sum, { bytes }) => sum + bytes, 0);
