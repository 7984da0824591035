import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changesOf } from '../../alerts/index.ts';
import { type AuditActor, audit, auditAs } from '../../audit/index.ts';
import { setVideoState } from '../alert-video/alert-video-store.ts';
import type { ClipPorts } from '../clip-ports.ts';
import { administeredClip } from '../queries/shown-clips.ts';
import { toAuditTarget } from '../storage/clip-audit.ts';
import { pathOfClip } from '../storage/clip-objects.ts';
import type { ClipRow, DeletionReason } from '../storage/clip-row.ts';
import { findClip, listAlertsOfClip } from '../storage/clip-store.ts';
import { destroyKey, type RemovableClip, setRemoved } from './deletion-store.ts';
import { noteErasure } from './erasures.ts';

/** A person deletes a clip. */
export async function deleteClip(
  ctx: Ctx<UserActor>,
  objects: ObjectStore,
  ports: ClipPorts,
  guid: string,
): Promise<void> {
  const clip = await administeredClip(ctx, guid);
  if (clip.state === 'DELETED') return;
  await ctx.db.inSqlTx(async (sql) => {
    const deleted = await destroy(ctx, sql, ports, clip, { reason: 'PERSON', by: ctx.actor.name });
    if (deleted === null) throw new AppError('conflict', { message: 'A hold keeps this clip; lift it first' });
    await audit(ctx, { sql }, { action: 'CLIP_DELETED', target: toAuditTarget(clip), before: deleted });
  });
  ctx.pubSub.notify();
  await removeObjects(ctx, objects, { ...clip, deletedReason: 'PERSON', deletedAt: new Date(ctx.clock.now()) });
}

const RULE: AuditActor = { kind: 'SYSTEM', guid: null, name: 'video retention', address: null };

/** A rule deletes a clip; false: it is deleted already, or a hold keeps it. */
export async function deleteByRule(
  platform: Platform,
  objects: ObjectStore,
  ports: ClipPorts,
  tenant: string,
  guid: string,
  reason: DeletionReason,
): Promise<boolean> {
  const clip = await findClip(platform.db.console, tenant, guid);
  if (clip === null) return false;
  const isDeleted = await platform.db.inSqlTx(async (sql) => {
    const deleted = await destroy(platform, sql, ports, clip, { reason, by: null });
    if (deleted === null) return false;
    await auditAs(platform, { sql }, tenant, RULE, {
      action: 'CLIP_DELETED',
      target: toAuditTarget(clip),
      before: deleted,
    });
    return true;
  });
  if (isDeleted)
    await removeObjects(platform, objects, {
      ...clip,
      deletedReason: reason,
      deletedAt: new Date(platform.clock.now()),
    });
  return isDeleted;
}

/** The key is overwritten and the alerts say so; returns what the audit entry has; null: a hold keeps it. */
async function destroy(
  { clock }: Pick<Platform, 'clock'>,
  sql: Sql,
  ports: ClipPorts,
  { tenant, guid, bytes }: ClipRow,
  { reason, by }: { readonly reason: DeletionReason; readonly by: string | null },
) {
  const at = new Date(clock.now());
  const digest = await destroyKey(sql, tenant, guid, { reason, by, at });
  if (digest === null) return null;
  const alerts = await listAlertsOfClip(sql, tenant, guid);
  const change = { from: ['READY', 'UPLOADING'], state: 'DELETED', reason: null } as const;
  await ports.onAlertsChanged(sql, changesOf(await setVideoState(sql, tenant, alerts, change, at), 'UPDATED'));
  return { sha256: digest.toString('hex'), bytes, reason };
}

/** What fails here is repeated by the sweep. */
export async function removeObjects(
  { db, clock, log }: Platform,
  objects: ObjectStore,
  clip: RemovableClip,
): Promise<void> {
  try {
    await noteErasure(objects, {
      tenant: clip.tenant,
      guid: clip.guid,
      reason: clip.deletedReason,
      at: formatInstant(clip.deletedAt.getTime()),
    });
    await objects.removeAll(pathOfClip(clip));
    await setRemoved(db.console, clip.tenant, clip.guid, new Date(clock.now()));
  } catch (error) {
    log.warn({ err: error, clip: clip.guid }, 'objects of a deleted clip not removed yet');
  }
}
