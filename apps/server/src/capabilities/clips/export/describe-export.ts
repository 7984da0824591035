/** What the manifest of an export says. */
import type { AlertDetailOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { auditPosition } from '../../audit/index.ts';
import type { CameraPorts } from '../clip-ports.ts';
import type { ShownClipRow } from '../queries/clip-list-store.ts';
import { nameOfTenant } from '../storage/video-retention-store.ts';
import type { EvidenceFile } from './evidence-files.ts';
import type { EvidenceManifest } from './evidence-manifest.ts';

const DIGEST_BYTES = 32;
const instant = (at: Date): string => formatInstant(at.getTime());

type ExportedAlert = AlertDetailOut & { readonly location: NonNullable<AlertDetailOut['location']> };

export async function describeExport(
  { db, clock, actor }: Ctx<UserActor>,
  cameras: CameraPorts,
  { guid, kind, severity, message, location, startedAt, raisedAt, endedAt }: ExportedAlert,
  rows: readonly ShownClipRow[],
  files: readonly EvidenceFile[],
): Promise<EvidenceManifest> {
  const clips: EvidenceManifest['clips'] = [];
  for (const row of rows) {
    const span = { from: row.startedAt, to: row.endedAt };
    const masks = await cameras.masksBetween(db.exports, row.tenant, row.sentry, span);
    clips.push({ ...toManifestClip(row), masks: masks.map(toManifestMask) });
  }
  return {
    format: 'picket-evidence-1',
    export: newGuid(),
    exportedAt: formatInstant(clock.now()),
    exportedBy: actor.name,
    tenant: { guid: actor.tenant, name: (await nameOfTenant(db.exports, actor.tenant)) ?? '' },
    alert: { guid, kind, severity, message, location, startedAt, raisedAt, endedAt: endedAt ?? null },
    clips,
    audit: await auditPosition(db.exports, actor.tenant),
    files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  };
}

type ManifestClip = EvidenceManifest['clips'][number];

const toManifestClip = (row: ShownClipRow): Omit<ManifestClip, 'masks'> => ({
  guid: row.guid,
  sentry: {
    guid: row.sentry,
    name: row.sentryName,
    model: row.sentryModel,
    serialNumber: row.sentrySerialNumber,
    softwareVersion: row.sentrySoftwareVersion,
  },
  startedAt: instant(row.startedAt),
  endedAt: instant(row.endedAt),
  codec: row.codec,
  sha256: row.sha256.toString('hex'),
  chunkSha256: Array.from({ length: row.chunkHashes.length / DIGEST_BYTES }, (_, at) =>
    row.chunkHashes.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES).toString('hex'),
  ),
  isMasked: row.masked,
  clockOffsetMs: row.clockOffsetMs,
  uploadedAt: row.readyAt === null ? null : instant(row.readyAt),
});

const toManifestMask = ({
  changedByName,
  startsAt,
  cells,
  ...mask
}: Awaited<ReturnType<CameraPorts['masksBetween']>>[number]): ManifestClip['masks'][number] => ({
  revision: mask.revision,
  since: instant(startsAt),
  setBy: changedByName,
  rows: mask.rows,
  columns: mask.columns,
  cells: cells.map((columns) => [...columns]),
});
