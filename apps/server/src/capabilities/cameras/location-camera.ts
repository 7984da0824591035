/** The cameras of a location, and whether they may show and record: shown, and set. */
import type { LocationCamera } from '@picket/contracts/cameras';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { scheduleProblems } from '@picket/domain/schedules';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { z } from 'zod';
import type { Sql } from '../../platform/db/database.ts';
import { assertNoProblems } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit, difference } from '../audit/index.ts';
import { administeredLocation, visibleLocation } from '../locations/index.ts';
import { listChannels } from '../signals/index.ts';
import type { CameraPlanPorts } from './camera-ports.ts';
import {
  type CameraSettingRow,
  findCameraSetting,
  lockCameraSetting,
  saveCameraSetting,
} from './camera-setting-store.ts';
import { mailCamerasOn } from './mail-cameras-on.ts';
import { insertOffPeriod, isCameraOffAt, listPlannedPeriods } from './off-period-store.ts';
import { replanLocation } from './replan-location.ts';
import { toSentryCamera } from './sentry-camera.ts';
import { listCameras } from './sentry-camera-store.ts';
import { signalConfig } from './signal-config.ts';

type LocationCameraOut = z.output<typeof LocationCamera>;

/** Until it is set. */
const unset = (createdAt: Date): CameraSettingRow => ({
  mode: 'OFF',
  schedule: null,
  offInDoNotDisturb: false,
  allowsDisplays: false,
  revision: 0,
  changedByName: null,
  lastUpdateTs: createdAt,
});

export async function getLocationCamera(ctx: Ctx<UserActor>, guid: string): Promise<LocationCameraOut> {
  const { createdAt } = await visibleLocation(ctx, guid);
  return readLocationCamera(ctx.db.console, ctx.actor.tenant, guid, createdAt, ctx.clock.now());
}

async function readLocationCamera(
  sql: Sql,
  tenant: string,
  location: string,
  createdAt: Date,
  now: Millis,
): Promise<LocationCameraOut> {
  const setting = (await findCameraSetting(sql, tenant, location)) ?? unset(createdAt);
  const isOff = await isCameraOffAt(sql, tenant, location, now);
  const [holding] = await listPlannedPeriods(sql, tenant, location, now);
  const cameras = await listCameras(sql, tenant, location);
  const channels = await listChannels(
    sql,
    tenant,
    cameras.map(({ sentry }) => sentry),
    now,
  );
  const bySentry = new Map(channels.map((channel) => [channel.sentry, channel]));
  return {
    mode: setting.mode,
    ...(setting.schedule === null ? {} : { schedule: setting.schedule }),
    offInDoNotDisturb: setting.offInDoNotDisturb,
    allowsDisplays: setting.allowsDisplays,
    isOff,
    ...(isOff && holding?.to != null ? { offUntil: formatInstant(holding.to) } : {}),
    cameras: cameras.map((camera) => toSentryCamera(camera, bySentry.get(camera.sentry))),
    revision: setting.revision,
    ...(setting.changedByName === null ? {} : { changedBy: setting.changedByName }),
    last_update_ts: formatInstant(setting.lastUpdateTs.getTime()),
  };
}

export async function changeLocationCamera(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PUT /locations/{guid}/camera'>,
  check: (current: LocationCameraOut) => void,
  { quietSchedules, replanned }: CameraPlanPorts,
): Promise<LocationCameraOut> {
  const location = await administeredLocation(ctx, guid);
  const { tenant } = ctx.actor;
  const schedule = input.mode === 'SCHEDULE' ? input.schedule : null;
  if (schedule !== null)
    assertNoProblems(scheduleProblems(schedule).map(({ name, message }) => ({ name: `schedule.${name}`, message })));
  const changed = await ctx.db.inTx(async (tx) => {
    const { sql } = tx;
    const stored = await lockCameraSetting(sql, tenant, guid);
    const now = ctx.clock.now();
    const before = await readLocationCamera(sql, tenant, guid, location.createdAt, now);
    check(before);
    const next = {
      ...input,
      schedule,
      changedByName: ctx.actor.name,
      lastUpdateTs: new Date(Math.max(now, (stored ?? unset(location.createdAt)).lastUpdateTs.getTime() + 1)),
    };
    await saveCameraSetting(sql, tenant, guid, next);
    // Until now they were off, without a row that says so.
    if (stored === null && location.createdAt.getTime() < now)
      await insertOffPeriod(sql, tenant, guid, { from: location.createdAt.getTime(), to: now });
    await replanLocation(sql, tenant, guid, next, quietSchedules, now);
    await signalConfig(sql, tenant, { location: guid }, now);
    const after = await readLocationCamera(sql, tenant, guid, location.createdAt, now);
    if (before.isOff && !after.isOff) await mailCamerasOn(ctx, tx, location);
    await audit(ctx, tx, {
      action: 'CAMERA_CHANGED',
      target: { kind: 'location', guid, name: location.name },
      ...difference(settingFields(before), settingFields(after)),
    });
    return after;
  });
  await replanned(tenant, guid);
  ctx.pubSub.notify();
  return changed;
}

const settingFields = ({ mode, schedule, offInDoNotDisturb, allowsDisplays }: LocationCameraOut) => ({
  mode,
  schedule,
  offInDoNotDisturb,
  allowsDisplays,
});
