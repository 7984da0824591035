/** A part that is stored as a whole is verified; with its video the clip is ready. */
import { formatInstant } from '@picket/domain/time';
import type { ScannedClip } from '@picket/media/clip-scanner';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addVideo, videoChangesIn } from '../../alerts/index.ts';
import { auditAs } from '../../audit/index.ts';
import { setReady, setVideoState } from '../alert-video/alert-video-store.ts';
import { pathOfClip } from '../storage/clip-objects.ts';
import type { ClipRow, PartRow } from '../storage/clip-row.ts';
import { findClip, listAlertsOfClips, listParts } from '../storage/clip-store.ts';
import { toStorageError } from '../storage/storage-errors.ts';
import { unprocessable } from './announced-clip.ts';
import { discardPart } from './discard-part.ts';
import { type OpenPart, toStoredClip, type UploadParts } from './receive-part.ts';
import { deleteUnfinishedClip, setClipReady, setPartComplete } from './upload-store.ts';
import { verifyPicture, verifyVideo } from './verify-part.ts';

/** After the last byte. Throws a 422 where it is not what was announced: then nothing of it is kept. */
export async function completePart(platform: Platform, parts: UploadParts, open: OpenPart): Promise<void> {
  const { objects } = parts;
  const { clip, stored, part } = open;
  const verified = await verify(parts, open);
  if (verified.kind === 'BYTES') {
    await discardPart(platform, objects, open);
    throw unprocessable('sha256', `the ${part.part} has another SHA-256 than announced`);
  }
  if (verified.kind === 'CONTENT') {
    if (part.part === 'video') await refuseClip(platform, parts, open);
    else await discardPart(platform, objects, open);
    throw unprocessable(verified.field, verified.message);
  }
  if (verified.result === null)
    await setPartComplete(platform.db.ofTenant(clip.tenant).console, clip.tenant, clip.guid, part.part);
  else await makeReady(platform, parts, clip, verified.result);
  if (part.part !== 'video') return;
  platform.pubSub.notify();
  platform.log.debug({ clip: clip.guid, path: pathOfClip(stored) }, 'clip ready');
}

async function verify({ objects }: UploadParts, { clip, stored, part }: OpenPart) {
  try {
    return part.part === 'video'
      ? await verifyVideo(objects, clip, stored, part)
      : await verifyPicture(objects, stored, part);
  } catch (error) {
    throw toStorageError(error);
  }
}

/** One transaction: the clip, its alerts with their steps and events, the audit entry. */
async function makeReady(
  platform: Platform,
  { ports }: UploadParts,
  clip: ClipRow,
  { init, durationSeconds }: ScannedClip,
): Promise<void> {
  const { tenant, guid } = clip;
  const at = platform.clock.now();
  await platform.db.ofTenant(tenant).inSqlTx(async (sql) => {
    await setPartComplete(sql, tenant, guid, 'video');
    // Another process may have found it first.
    if (!(await setClipReady(sql, tenant, guid, init, new Date(at)))) return;
    const alerts = await listAlertsOfClips(sql, tenant, [guid]);
    await setReady(sql, tenant, alerts, new Date(at));
    await addVideo(
      sql,
      tenant,
      alerts,
      { clip: guid, seconds: Math.round(durationSeconds) },
      at,
      ports.onAlertsChanged,
    );
    await auditReady(platform, sql, clip);
  });
}

const auditReady = (
  platform: Platform,
  sql: Sql,
  { tenant, guid, sentry, sha256, bytes, startedAt, endedAt }: ClipRow,
) =>
  auditAs(
    platform,
    { sql },
    tenant,
    { kind: 'SYSTEM', guid: sentry, name: 'sentry', address: null },
    {
      action: 'CLIP_RECORDED',
      target: { kind: 'clip', guid, name: formatInstant(startedAt.getTime()) },
      after: { sha256: sha256.toString('hex'), bytes, endedAt: formatInstant(endedAt.getTime()) },
    },
  );

/** The bytes are as announced and no clip: uploading them again would change nothing, so nothing of it stays. */
async function refuseClip(
  platform: Platform,
  { objects, ports }: UploadParts,
  { clip, stored }: OpenPart,
): Promise<void> {
  const { tenant, guid } = clip;
  const isDeleted = await platform.db.ofTenant(tenant).inSqlTx(async (sql) => {
    const alerts = await listAlertsOfClips(sql, tenant, [guid]);
    if (!(await deleteUnfinishedClip(sql, tenant, guid))) return false;
    const at = new Date(platform.clock.now());
    const changed = await setVideoState(
      sql,
      tenant,
      alerts,
      { from: ['UPLOADING'], state: 'MISSING', reason: 'FAILED' },
      at,
    );
    await ports.onAlertsChanged(sql, videoChangesIn(clip.tenant, changed, 'NONE'));
    return true;
  });
  if (isDeleted) await objects.removeAll(pathOfClip(stored));
}

/** Completes what is stored as a whole and was not verified, as after a crash; returns the clip as it is then. */
export async function completeWhole(platform: Platform, parts: UploadParts, clip: ClipRow): Promise<ClipRow> {
  if (clip.state === 'DELETED') return clip;
  const isWhole = ({ offset, bytes, isComplete }: PartRow): boolean => offset === bytes && !isComplete;
  const whole = (await listParts(platform.db.ofTenant(clip.tenant).console, clip.tenant, clip.guid)).filter(isWhole);
  for (const part of whole) await completePart(platform, parts, { clip, stored: toStoredClip(platform, clip), part });
  if (whole.length === 0) return clip;
  const now = await findClip(platform.db.ofTenant(clip.tenant).console, clip.tenant, clip.guid);
  if (now === null) throw new AppError('notFound');
  return now;
}
