/** Fluid sensors: discovered, paired, ignored (specification, sections 4 and 7). */
import { type BodyOf, type FluidSensorOut, type ResponseOf, SensorToPair } from '@picket/contracts';
import type { SentryActor, UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation, visibleLocation } from '../locations/index.ts';
import type { OnConfigChanged } from '../sentries/index.ts';
import type { OnSensorsChanged, SensorChange } from './sensor-ports.ts';
import {
  type FluidSensorName,
  ignoreFluidSensors,
  insertSeenSensors,
  listFluidSensors,
  pairFluidSensors,
} from './sensor-store.ts';

export interface SensorPorts {
  readonly onSensorsChanged: OnSensorsChanged;
  readonly configChanged: OnConfigChanged;
}

/** Sensors a sentry receives that are not paired yet. Each entry is validated on its own. */
export async function discoverSensors(
  ctx: Ctx<SentryActor>,
  sent: readonly unknown[],
  { onSensorsChanged }: SensorPorts,
): Promise<ResponseOf<'POST /sentry/discovered'>> {
  const valid: FluidSensorName[] = [];
  const rejected: { index: number; name: string; message: string }[] = [];
  for (const [index, raw] of sent.entries()) {
    const parsed = SensorToPair.safeParse(raw);
    if (parsed.success) valid.push({ model: parsed.data.model, serialNumber: parsed.data.serial_number });
    else {
      const [issue] = parsed.error.issues;
      const name = ['sensors', index, ...(issue?.path ?? [])].join('.');
      rejected.push({ index, name, message: issue?.message ?? 'is wrong' });
    }
  }
  await upsertSeenSensors(ctx, ctx.actor.guid, valid, onSensorsChanged);
  return { accepted: valid.length, rejected };
}

/** Stores sensors that a sentry discovered or sent readings of, and publishes the new ones to open consoles. */
export async function upsertSeenSensors(
  platform: Platform,
  sentryGuid: string,
  names: readonly FluidSensorName[],
  onSensorsChanged: OnSensorsChanged,
): Promise<void> {
  if (names.length === 0) return;
  const hasNew = await platform.db.inTx(async ({ sql }) => {
    const found = await insertSeenSensors(sql, sentryGuid, names, platform.clock.now());
    await onSensorsChanged(sql, found);
    return found.length > 0;
  });
  if (hasNew) platform.pubSub.notify();
}

async function change(
  ctx: Ctx<UserActor>,
  location: string,
  body: BodyOf<'POST /locations/{guid}/sensors/ignore'>,
  [apply, action]: readonly [typeof pairFluidSensors, 'SENSORS_PAIRED' | 'SENSORS_IGNORED'],
  { onSensorsChanged, configChanged }: SensorPorts,
): Promise<ResponseOf<'POST /locations/{guid}/sensors/ignore'>> {
  const { name } = await administeredLocation(ctx, location);
  const names = body.sensors.map(({ model, serial_number }) => ({ model, serialNumber: serial_number }));
  const changed = await ctx.db.inTx(async (tx) => {
    const done = await apply(tx.sql, location, names, ctx.actor.name);
    if (done.length === 0) return done;
    await configChanged(tx, { tenant: ctx.actor.tenant, sentries: [...new Set(done.map(({ sentry }) => sentry))] });
    await onSensorsChanged(tx.sql, done);
    await audit(ctx, tx, {
      action,
      target: { kind: 'location', guid: location, name },
      after: { sensors: distinct(done) },
    });
    return done;
  });
  ctx.pubSub.notify();
  return { sensors: distinct(changed) };
}

const distinct = (changes: readonly SensorChange[]) => [
  ...new Map(
    changes.map(({ model, serialNumber }) => [`${model} ${serialNumber}`, { model, serial_number: serialNumber }]),
  ).values(),
];

/** Pairs sensors; the response lists those that are paired now; one that is missing was not paired. */
export const subscribeSensors = (
  ctx: Ctx<UserActor>,
  location: string,
  body: BodyOf<'POST /locations/{guid}/sensors/subscribe'>,
  ports: SensorPorts,
) => change(ctx, location, body, [pairFluidSensors, 'SENSORS_PAIRED'], ports);

/** Ignores sensors; the response lists those that are ignored now. Alerts of a sensor that was paired end. */
export const ignoreSensors = (
  ctx: Ctx<UserActor>,
  location: string,
  body: BodyOf<'POST /locations/{guid}/sensors/ignore'>,
  ports: SensorPorts,
) => change(ctx, location, body, [ignoreFluidSensors, 'SENSORS_IGNORED'], ports);

export async function listSensors(
  ctx: Ctx<UserActor>,
  location: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<FluidSensorOut>> {
  await visibleLocation(ctx, location);
  const after = query.cursor === undefined ? [] : decodeCursor(query.cursor, 3);
  const rows = await listFluidSensors(ctx.db.console, { location }, after, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => row,
    (row) => [row.model, row.serial_number, row.sentry],
  );
}
