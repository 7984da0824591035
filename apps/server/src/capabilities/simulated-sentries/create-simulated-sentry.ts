import { randomInt } from 'node:crypto';
import { Preferences } from '@picket/contracts/accounts';
import type { SentryOut } from '@picket/contracts/types';
import type { Language } from '@picket/domain/languages';
import { nameKey } from '@picket/domain/names';
import { phrase } from '@picket/domain/phrases';
import { SIMULATED_MODEL } from '@picket/domain/scenario-table';
import { type ServerTexts, textsIn } from '../../locales/server-texts.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type Ctx, withTransaction } from '../../platform/http/context.ts';
import { administeredLocation } from '../locations/index.ts';
import { type SensorPorts, subscribeSensors, upsertSeenSensors } from '../sensors/index.ts';
import { activateDevice, createSentry, type OnSentryChanged, toSentry, visibleSentry } from '../sentries/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { currentUser } from '../users/index.ts';
import { simulatedFluidSensor } from './simulated-room.ts';
import { countSimulatedSentries, insertSimulatedSentry, takenNameKeys } from './simulated-sentry-store.ts';
import { MAX_SIMULATED_SENTRIES, SIMULATED_INTERVAL_SECONDS, SIMULATION_LIFETIME_MS } from './simulation-limits.ts';

const MAX_SEED = 1_000_000;
const SOFTWARE_VERSION = '1.0';

export interface SimulatedSentryPorts {
  readonly onSentryChanged: OnSentryChanged;
  readonly sensors: SensorPorts;
}

/**
 * Adds a simulated sentry to a location: created and activated as a real one, its fluid sensor paired. It reports at once. Its name is
 * in the language of the user, or in `language` where the user has chosen none.
 */
export async function createSimulatedSentry(
  ctx: Ctx<UserActor>,
  location: string,
  language: Language,
  { onSentryChanged, sensors }: SimulatedSentryPorts,
): Promise<SentryOut> {
  await administeredLocation(ctx, location);
  if (!ctx.config.simulatedSentries)
    throw new AppError('unprocessable', { message: 'Simulated sentries are turned off on this installation' });
  const { tenant, name: by } = ctx.actor;
  const seed = randomInt(MAX_SEED);
  const now = ctx.clock.now();
  const { preferences } = await currentUser(ctx);
  const t = textsIn(Preferences.parse(preferences ?? {}).language ?? language);
  const guid = await ctx.db.inTx(async (tx) => {
    const inside = withTransaction(ctx, tx);
    await lockEdits(tx.sql, tenant);
    if ((await countSimulatedSentries(tx.sql, tenant)) >= MAX_SIMULATED_SENTRIES)
      throw new AppError('unprocessable', {
        message: phrase('There are {limit} simulated sentries already; remove one first', {
          limit: MAX_SIMULATED_SENTRIES,
        }),
      });
    const taken = await takenNameKeys(tx.sql, tenant, location);
    const { guid: sentry, activationCode } = await createSentry(
      inside,
      location,
      { name: freeName(t, taken), reportIntervalSeconds: SIMULATED_INTERVAL_SECONDS },
      onSentryChanged,
    );
    const device = { model: SIMULATED_MODEL, serialNumber: `SIM-${seed}`, softwareVersion: SOFTWARE_VERSION };
    await activateDevice(inside, { activationCode, ...device }, onSentryChanged);
    const endsAt = new Date(now + SIMULATION_LIFETIME_MS);
    await insertSimulatedSentry(tx.sql, tenant, { sentry, seed, by, endsAt, at: new Date(now) });
    await pairFluidSensor(inside, sentry, location, seed, sensors);
    return sentry;
  });
  ctx.pubSub.notify();
  return toSentry(await visibleSentry(ctx, guid));
}

/** As a sentry that has received its sensor, and a person who pairs it. */
async function pairFluidSensor(
  ctx: Ctx<UserActor>,
  sentry: string,
  location: string,
  seed: number,
  sensors: SensorPorts,
): Promise<void> {
  const { model, serialNumber } = simulatedFluidSensor(seed);
  const { tenant } = ctx.actor;
  await upsertSeenSensors(ctx, { tenant, guid: sentry }, [{ model, serialNumber }], sensors.onSensorsChanged);
  const body = { sensors: [{ model, serial_number: serialNumber, type: 'FLUID' as const }] };
  await subscribeSensors(ctx, location, body, sensors);
}

/** "Simulated sentry", or with the first number that is free. */
function freeName(t: ServerTexts, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = t('names.simulatedSentry', { number });
    if (!taken.has(nameKey(name))) return name;
  }
}
