/** Deletes the clips that are too old or too many, and says when an organization comes near its limit. */
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ClipPorts } from '../clip-ports.ts';
import { deleteByRule } from '../deletion/delete-clip.ts';
import type { DeletionReason } from '../storage/clip-row.ts';
import {
  countBytes,
  type DueClip,
  findVideoRetention,
  listDeletable,
  tenantsWithClips,
} from '../storage/video-retention-store.ts';

const DAY = 86_400_000;
/** In one run; the next follows. */
const MAX_DELETIONS = 1000;

/** Returns how many clips were deleted. */
export async function applyVideoRetention(platform: Platform, objects: ObjectStore, ports: ClipPorts): Promise<number> {
  let deleted = 0;
  for (const tenant of await tenantsWithClips(platform.db.console)) {
    const due = await listDue(platform, tenant, null);
    const clips = due.map(([{ guid }, reason]) => ({ guid, reason }));
    deleted += await deleteByRule(platform, objects, ports, tenant, clips);
  }
  return deleted;
}

/** Which clips a retention deletes now: those that are over, then as many as are too much. `retention` null: the one in force. */
export async function listDue(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  tenant: string,
  retention: {
    readonly keepDays: number;
    readonly maxBytes: number;
    readonly sentryMaxBytes: number | null;
    readonly whenFull: string;
  } | null,
): Promise<readonly (readonly [DueClip, DeletionReason])[]> {
  const sql = db.console;
  const { keepDays, maxBytes, sentryMaxBytes, whenFull } = retention ?? (await findVideoRetention(sql, tenant));
  const now = clock.now();
  const clips = await listDeletable(sql, tenant, new Date(now - keepDays * DAY), new Date(now), MAX_DELETIONS);
  let total = await countBytes(sql, tenant, null);
  const used = new Map<string, number>();
  const due: [DueClip, DeletionReason][] = [];
  for (const clip of clips) {
    const ofSentry =
      used.get(clip.sentry) ?? (sentryMaxBytes === null ? 0 : await countBytes(sql, tenant, clip.sentry));
    const isTooMuch = total > maxBytes || (sentryMaxBytes !== null && ofSentry > sentryMaxBytes);
    const isDue = clip.isOver || (whenFull === 'OLDEST_FIRST' && isTooMuch);
    used.set(clip.sentry, isDue ? ofSentry - clip.bytes : ofSentry);
    if (!isDue) continue;
    total -= clip.bytes;
    due.push([clip, clip.isOver ? 'AGE' : 'QUOTA']);
  }
  return due;
}
