/** The camera of one sentry, as people see it and calibrate it. */
import type { SentryCamera } from '@picket/contracts/cameras';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { nextVersion, versionOf } from '../../platform/http/preconditions.ts';
import { audit } from '../audit/index.ts';
import { administeredSentry } from '../sentries/index.ts';
import { type Channel, listChannels } from '../signals/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { type CameraRow, listCameras, saveCalibration } from './sentry-camera-store.ts';

type SentryCameraOut = z.output<typeof SentryCamera>;

export const toSentryCamera = (row: CameraRow, channel: Channel | undefined): SentryCameraOut => ({
  sentry: row.sentry,
  name: row.name,
  hasCamera: row.hasCamera,
  supportsMasks: row.supportsMasks,
  ...(row.codec === null ? {} : { codec: row.codec }),
  ...(row.width === null ? {} : { width: row.width }),
  ...(row.height === null ? {} : { height: row.height }),
  ...(row.ringSeconds === null ? {} : { ringSeconds: row.ringSeconds }),
  ...(row.reportedAt === null ? {} : { reportedAt: formatInstant(row.reportedAt.getTime()) }),
  ...(channel === undefined
    ? {}
    : { channel: { protocol: channel.protocol, seenAt: formatInstant(channel.seenAt.getTime()) } }),
  isMasked: row.isMasked,
  ...(row.calibration === null ? {} : { calibration: row.calibration }),
  last_update_ts: versionOf(row.calibratedAt),
});

/**
 * Sets where the thermal picture lies in that of the camera; null: they are the same.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function calibrateCamera(
  ctx: Ctx<UserActor>,
  guid: string,
  { calibration }: ParsedBody<'PUT /sentries/{guid}/camera-calibration'>,
  check: (current: SentryCameraOut) => void,
): Promise<SentryCameraOut> {
  const { name, locationGuid } = await administeredSentry(ctx, guid);
  const { tenant } = ctx.actor;
  return ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, tenant);
    const [before] = await listCameras(tx.sql, tenant, locationGuid, guid);
    if (before === undefined) throw new AppError('notFound');
    check(toSentryCamera(before, undefined));
    const at = nextVersion(ctx.clock.now(), before.calibratedAt);
    if (!(await saveCalibration(tx.sql, tenant, guid, calibration, at)))
      throw new AppError('conflict', { message: 'This sentry has no camera' });
    await audit(ctx, tx, {
      action: 'CAMERA_CALIBRATED',
      target: { kind: 'sentry', guid, name },
      after: { calibration },
    });
    const [camera] = await listCameras(tx.sql, tenant, locationGuid, guid);
    if (camera === undefined) throw new AppError('notFound');
    const [channel] = await listChannels(tx.sql, tenant, [guid], ctx.clock.now());
    return toSentryCamera(camera, channel);
  });
}
