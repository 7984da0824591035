/** Exports an alert with its video as evidence: a signed zip, of which the audit log has the digest. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AlertDetailOut } from '@picket/contracts/types';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { formatSignature } from '../../../platform/keys/evidence-signature.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { getAlertDetail, type NotificationQueries } from '../../alerts/index.ts';
import { audit } from '../../audit/index.ts';
import { administeredLocation } from '../../locations/index.ts';
import type { CameraPorts } from '../clip-ports.ts';
import { listClipsOfAlert, type ShownClipRow } from '../queries/clip-list-store.ts';
import { getAlertVideo } from '../queries/shown-clips.ts';
import { readClipKey } from '../storage/clip-objects.ts';
import { listParts } from '../storage/clip-store.ts';
import { describeExport } from './describe-export.ts';
import { type EvidenceFile, fileOf, fileOfPart, GUIDE, readingsTable, timelineTable } from './evidence-files.ts';
import { formatManifest, MANIFEST, SIGNATURE } from './evidence-manifest.ts';
import { thermalPictures } from './thermal-pictures.ts';
import { writeZip } from './write-zip.ts';

interface EvidenceSources {
  readonly objects: ObjectStore;
  readonly cameras: CameraPorts;
}

export async function exportAlert(
  ctx: Ctx<UserActor>,
  { objects, cameras }: EvidenceSources,
  notifications: NotificationQueries,
  guid: string,
): Promise<Readable> {
  // Pictures are for people: neither API tokens nor wall displays get any.
  if (ctx.actor.via.kind !== 'session') throw new AppError('forbidden');
  const alert = await getAlertDetail(ctx, guid, { notifications, videos: { getAlertVideo } });
  if (alert.location === undefined) throw new AppError('notFound');
  await administeredLocation(ctx, alert.location.guid);
  const rows = (await listClipsOfAlert(ctx.db.exports, ctx.actor.tenant, guid)).filter(
    ({ state }) => state === 'READY',
  );
  const files = [
    fileOf('readme.txt', GUIDE),
    fileOf('alert.json', `${JSON.stringify(withoutLinks(alert), null, 2)}\n`),
    fileOf('timeline.csv', timelineTable(alert)),
    fileOf('readings.csv', readingsTable(alert)),
    ...(await thermalPictures(ctx, alert)),
    ...(await filesOfClips(ctx, objects, rows)),
  ];
  const manifest = formatManifest(
    await describeExport(ctx, cameras, { ...alert, location: alert.location }, rows, files),
  );
  await auditExport(ctx, alert, rows, manifest);
  return writeZip([
    fileOf(MANIFEST, manifest.toString('utf8')),
    fileOf(SIGNATURE, formatSignature(ctx.keys, manifest)),
    ...files,
  ]);
}

/** The links of the page expire within minutes: they are nothing to keep. */
const withoutLinks = ({ video, ...alert }: AlertDetailOut): object => ({
  ...alert,
  ...(video === undefined ? {} : { video: { ...video, clips: video.clips.map(({ links: _links, ...clip }) => clip) } }),
});

async function filesOfClips(
  { db, keys }: Ctx<UserActor>,
  objects: ObjectStore,
  rows: readonly ShownClipRow[],
): Promise<readonly EvidenceFile[]> {
  const files: EvidenceFile[] = [];
  for (const { tenant, guid, createdAt, key } of rows) {
    const plain = key === null ? null : readClipKey(keys, tenant, guid, key);
    if (plain === null) throw new AppError('gone');
    const parts = (await listParts(db.exports, tenant, guid)).filter(({ isComplete }) => isComplete);
    files.push(...parts.map((part) => fileOfPart(objects, { tenant, guid, createdAt, key: plain }, part)));
  }
  return files;
}

const auditExport = (
  ctx: Ctx<UserActor>,
  { guid, message }: AlertDetailOut,
  rows: readonly ShownClipRow[],
  manifest: Buffer,
): Promise<void> =>
  ctx.db.inSqlTx((sql) =>
    audit(
      ctx,
      { sql },
      {
        action: 'CLIP_EXPORTED',
        target: { kind: 'alert', guid, name: message },
        after: {
          manifestSha256: createHash('sha256').update(manifest).digest('hex'),
          clips: rows.map((row) => row.guid),
        },
      },
    ),
  );
