/** Whether there is room for a clip. Where there is none the device keeps it and uploads it later: nothing is deleted for it here. */
import { AppError } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { noteQuota } from '../alert-video/alert-video-store.ts';
import { toStorageError } from '../storage/storage-errors.ts';
import { countBytes, findVideoRetention } from '../storage/video-retention-store.ts';

const MIN_FREE_BYTES = 5_000_000_000;
const MIN_FREE_SHARE = 0.05;
const DISK_RETRY_SECONDS = 300;
const QUOTA_RETRY_SECONDS = 3600;

/** Throws a 503 while the disk of the clips is nearly full, or cannot be asked. */
export async function assertSpace(
  { config }: Pick<Platform, 'config'>,
  objects: ObjectStore,
  bytes: number,
): Promise<void> {
  const space = await objects.space().catch((error: unknown) => {
    throw toStorageError(error);
  });
  if (space === null) return;
  const minFree = config.clips.minFreeBytes ?? Math.max(MIN_FREE_BYTES, MIN_FREE_SHARE * space.totalBytes);
  if (space.freeBytes - bytes < minFree)
    throw new AppError('busy', {
      message: 'The disk for video is nearly full',
      retryAfterSeconds: DISK_RETRY_SECONDS,
    });
}

interface Announced {
  readonly bytes: number;
  readonly startedAt: string;
  readonly endedAt: string;
}

/** The same for a clip that is announced; and while the organization, or the sentry, keeps as much as it may and refuses new video. */
export async function assertRoomFor(ctx: Ctx<SentryActor>, objects: ObjectStore, clip: Announced): Promise<void> {
  await assertSpace(ctx, objects, clip.bytes);
  const { tenant, guid: sentry } = ctx.actor;
  const sql = ctx.db.console;
  const { whenFull, maxBytes, sentryMaxBytes } = await findVideoRetention(sql, tenant);
  if (whenFull !== 'REFUSE_NEW') return;
  const isFull =
    (await countBytes(sql, tenant, null)) + clip.bytes > maxBytes ||
    (sentryMaxBytes !== null && (await countBytes(sql, tenant, sentry)) + clip.bytes > sentryMaxBytes);
  if (!isFull) return;
  await noteQuota(sql, tenant, sentry, { from: new Date(clip.startedAt), to: new Date(clip.endedAt) });
  throw new AppError('busy', {
    message: 'The organization keeps as much video as it may',
    retryAfterSeconds: QUOTA_RETRY_SECONDS,
  });
}
