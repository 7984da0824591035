/** A device announces a clip: it gets the addresses to upload to. The same video announced again is the same upload. */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { changesIn } from '../../alerts/index.ts';
import { linkClip, lockVideosOf, setUploading } from '../alert-video/alert-video-store.ts';
import { newClipKey } from '../storage/clip-objects.ts';
import type { ClipRow } from '../storage/clip-row.ts';
import { findClipBySha256, listParts } from '../storage/clip-store.ts';
import { assertRecordable, unprocessable } from './announced-clip.ts';
import { completeWhole } from './complete-clip.ts';
import { linkNamedAlerts } from './link-named-alerts.ts';
import type { UploadParts } from './receive-part.ts';
import { assertRoomFor } from './room.ts';
import { uploadPath } from './upload-address.ts';
import { countUploads, insertClip, insertPart } from './upload-store.ts';

type Input = ParsedBody<'POST /sentry/video'>;

/** More than a device uploads at a time; it finishes some before it announces more. */
const MAX_UPLOADS = 50;
const RETRY_SECONDS = 60;

export async function announceClip(
  asking: Ctx<SentryActor>,
  parts: UploadParts,
  input: Input,
): Promise<ResponseOf<'POST /sentry/video'>> {
  const ctx = await asRecorded(asking, parts, input);
  const { tenant, guid: sentry } = ctx.actor;
  const sha256 = Buffer.from(input.sha256, 'hex');
  const known = await findClipBySha256(ctx.db.console, tenant, sentry, sha256);
  if (known !== null) {
    await linkNamedAlerts(ctx, parts, known, alertsOf(input));
    return toAnnounced(ctx, await completeWhole(ctx, parts, known));
  }
  await assertRecordable(ctx, parts.ports.cameras, input);
  await assertRoomFor(ctx, parts.objects, input);
  if ((await countUploads(ctx.db.console, tenant, sentry)) >= MAX_UPLOADS)
    throw new AppError('rateLimited', {
      message: `${MAX_UPLOADS} clips of this sentry are being uploaded; finish them first`,
      retryAfterSeconds: RETRY_SECONDS,
    });
  await insertAnnounced(ctx, parts, input, sha256);
  const clip = await findClipBySha256(ctx.db.console, tenant, sentry, sha256);
  if (clip === null) throw new AppError('conflict');
  return toAnnounced(ctx, clip);
}

/** Those that the clip is announced for, by name. */
const alertsOf = ({ alerts, recording }: Input): readonly string[] => [
  ...alerts,
  ...(recording === undefined ? [] : [recording]),
];

/** As the sentry whose clip it is: of a gateway, that of a device which it reads. Throws a 422 where it reads no such device. */
async function asRecorded(ctx: Ctx<SentryActor>, { ports }: UploadParts, { device }: Input): Promise<Ctx<SentryActor>> {
  if (device === undefined) return ctx;
  const { tenant, guid } = ctx.actor;
  const read = await ports.cameras.readSentry(ctx.db.console, tenant, guid, device);
  if (read === null) throw unprocessable('device', 'is no adopted device that this gateway reads');
  return { ...ctx, actor: { ...ctx.actor, guid: read.sentry, location: read.location } };
}

async function insertAnnounced(ctx: Ctx<SentryActor>, { ports }: UploadParts, input: Input, sha256: Buffer) {
  const { tenant, guid: sentry, location } = ctx.actor;
  const guid = newGuid();
  const at = new Date(ctx.clock.now());
  await ctx.db.inSqlTx(async (sql) => {
    const alerts = await lockVideosOf(sql, tenant, sentry, {
      alerts: alertsOf(input),
      from: new Date(input.startedAt),
      to: new Date(input.endedAt),
    });
    const clip = {
      guid,
      location,
      sentry,
      startedAt: new Date(input.startedAt),
      endedAt: new Date(input.endedAt),
      codec: input.codec,
      bytes: input.bytes,
      sha256,
      chunkHashes: Buffer.from(input.chunks.join(''), 'hex'),
      key: newClipKey(ctx.keys, tenant, guid),
      masked: input.isMasked,
      timeLapse: input.isTimeLapse,
      clockOffsetMs: input.clockOffsetMs,
    };
    // Announced twice at once: the other one counts.
    if (!(await insertClip(sql, tenant, clip, at))) return;
    await insertPart(sql, tenant, guid, { part: 'video', bytes: input.bytes, sha256 });
    for (const part of ['still', 'strip'] as const) {
      const picture = input[part];
      if (picture !== undefined)
        await insertPart(sql, tenant, guid, { part, bytes: picture.bytes, sha256: Buffer.from(picture.sha256, 'hex') });
    }
    await linkClip(sql, tenant, guid, alerts);
    await setUploading(sql, tenant, alerts, at);
    await ports.onAlertsChanged(sql, changesIn(tenant, alerts, 'UPDATED'));
  });
  ctx.pubSub.notify();
}

async function toAnnounced(ctx: Ctx<SentryActor>, { guid, state }: ClipRow): Promise<ResponseOf<'POST /sentry/video'>> {
  const { tenant, guid: sentry } = ctx.actor;
  const rows = state === 'DELETED' ? [] : await listParts(ctx.db.console, tenant, guid);
  return {
    clip: guid,
    state,
    uploads: rows.map(({ part, offset }) => ({
      part,
      offset,
      url: uploadPath(ctx.keys, { sentry, clip: guid, part }, ctx.clock.now()),
    })),
  };
}
