import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changesIn } from '../../alerts/index.ts';
import { type AuditActor, type AuditEvent, audit, auditAllAs } from '../../audit/index.ts';
import { setVideoState } from '../alert-video/alert-video-store.ts';
import type { ClipPorts } from '../clip-ports.ts';
import { administeredClip } from '../queries/shown-clips.ts';
import { toAuditTarget } from '../storage/clip-audit.ts';
import { pathOfClip } from '../storage/clip-objects.ts';
import { listAlertsOfClips } from '../storage/clip-store.ts';
import { type DestroyedClip, type DueDeletion, destroyKeys, type RemovableClip, setRemoved } from './deletion-store.ts';
import { type Erasure, noteErasures } from './erasures.ts';

/** A person deletes a clip. */
export async function deleteClip(
  ctx: Ctx<UserActor>,
  objects: ObjectStore,
  ports: ClipPorts,
  guid: string,
): Promise<void> {
  const clip = await administeredClip(ctx, guid);
  if (clip.state === 'DELETED') return;
  const destroyed = await ctx.db.inSqlTx(async (sql) => {
    const deleted = await destroy(ctx, sql, ports, clip.tenant, [{ guid, reason: 'PERSON' }], ctx.actor.name);
    const [one] = deleted;
    if (one === undefined) throw new AppError('conflict', { message: 'A hold keeps this clip; lift it first' });
    await audit(ctx, { sql }, toAuditEvent(one));
    return deleted;
  });
  ctx.pubSub.notify();
  await removeObjects(ctx, objects, destroyed);
}

const RULE: AuditActor = { kind: 'SYSTEM', guid: null, name: 'video retention', address: null };
/** Clips that are deleted in one transaction, which locks the end of the audit log, and whose objects are removed at once. */
const BATCH = 50;

/** A rule deletes clips; returns how many, without those that are deleted already, and those that a hold keeps. */
export async function deleteByRule(
  platform: Platform,
  objects: ObjectStore,
  ports: ClipPorts,
  tenant: string,
  clips: readonly DueDeletion[],
): Promise<number> {
  let count = 0;
  for (let from = 0; from < clips.length; from += BATCH) {
    const destroyed = await platform.db.inSqlTx(async (sql) => {
      const deleted = await destroy(platform, sql, ports, tenant, clips.slice(from, from + BATCH), null);
      await auditAllAs(platform, { sql }, tenant, RULE, deleted.map(toAuditEvent));
      return deleted;
    });
    await removeObjects(platform, objects, destroyed);
    count += destroyed.length;
  }
  return count;
}

const toAuditEvent = (clip: DestroyedClip): AuditEvent => ({
  action: 'CLIP_DELETED',
  target: toAuditTarget(clip),
  before: { sha256: clip.sha256.toString('hex'), bytes: clip.bytes, reason: clip.deletedReason },
});

/** The keys are overwritten and the alerts say so; returns the clips that are deleted by it. */
async function destroy(
  { clock }: Pick<Platform, 'clock'>,
  sql: Sql,
  ports: ClipPorts,
  tenant: string,
  clips: readonly DueDeletion[],
  by: string | null,
): Promise<readonly DestroyedClip[]> {
  const at = new Date(clock.now());
  const destroyed = await destroyKeys(sql, tenant, clips, { by, at });
  const alerts = await listAlertsOfClips(sql, tenant, guidsOf(destroyed));
  const change = { from: ['READY', 'UPLOADING'], state: 'DELETED', reason: null } as const;
  await ports.onAlertsChanged(sql, changesIn(tenant, await setVideoState(sql, tenant, alerts, change, at), 'UPDATED'));
  return destroyed;
}

/** What fails here is repeated by the sweep. */
export async function removeObjects(
  platform: Platform,
  objects: ObjectStore,
  clips: readonly RemovableClip[],
): Promise<void> {
  try {
    await noteErasures(objects, clips.map(toErasure));
  } catch (error) {
    platform.log.warn({ err: error, clips: clips.length }, 'deleted clips not noted, their objects not removed yet');
    return;
  }
  for (let from = 0; from < clips.length; from += BATCH) {
    const removed = await removeObjectsOf(platform, objects, clips.slice(from, from + BATCH));
    for (const [tenant, ofTenant] of Map.groupBy(removed, (clip) => clip.tenant))
      await setRemoved(platform.db.ofTenant(tenant).console, tenant, guidsOf(ofTenant), new Date(platform.clock.now()));
  }
}

const guidsOf = (clips: readonly { readonly guid: string }[]): readonly string[] => clips.map(({ guid }) => guid);

const toErasure = ({ tenant, guid, deletedReason, deletedAt }: RemovableClip): Erasure => ({
  tenant,
  guid,
  reason: deletedReason,
  at: formatInstant(deletedAt.getTime()),
});

/** Returns those whose objects are gone. */
async function removeObjectsOf(
  platform: Pick<Platform, 'log'>,
  objects: ObjectStore,
  clips: readonly RemovableClip[],
): Promise<readonly RemovableClip[]> {
  try {
    await objects.removeAll(...clips.map(pathOfClip));
    return clips;
  } catch (error) {
    const [clip] = clips;
    if (clips.length === 1)
      platform.log.warn({ err: error, clip: clip?.guid }, 'objects of a deleted clip not removed yet');
    if (clips.length <= 1) return [];
  }
  // One that cannot be removed does not keep the others.
  const removed: RemovableClip[] = [];
  for (const clip of clips) removed.push(...(await removeObjectsOf(platform, objects, [clip])));
  return removed;
}
