/** Scenarios that simulated sentries of demo organizations play (specification, section 2: demo automation). */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { DEMO_SCENARIOS, SIMULATED_MODEL } from '@picket/domain/scenario-table';
import { formatInstant, type Millis } from '@picket/domain/time';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { audit } from '../../audit/index.ts';
import { administeredLocation } from '../../locations/index.ts';
import { findScenarios, isDemoTenant, listSimulatedSentries, type ScenarioRow, setScenario } from './network-store.ts';

type State = ResponseOf<'GET /locations/{guid}/demo'>;

const scenarioEnd = ({ name, startsAt }: ScenarioRow): Millis =>
  startsAt.getTime() + DEMO_SCENARIOS[name].seconds * 1000;

const toScenario = (row: ScenarioRow) => ({
  name: row.name,
  startsAt: formatInstant(row.startsAt.getTime()),
  endsAt: formatInstant(scenarioEnd(row)),
});

/** Throws notFound unless the tenant is a demo tenant. */
async function demoLocation(ctx: Ctx<UserActor>, guid: string) {
  const location = await administeredLocation(ctx, guid);
  if (!(await isDemoTenant(ctx.db.prisma, ctx.actor.tenant))) throw new AppError('notFound');
  return location;
}

export async function getDemoState(ctx: Ctx<UserActor>, locationGuid: string): Promise<State> {
  await demoLocation(ctx, locationGuid);
  const sentries = await listSimulatedSentries(ctx.db.prisma, locationGuid, SIMULATED_MODEL);
  const running = await findScenarios(
    ctx.db.prisma,
    sentries.map(({ guid }) => guid),
  );
  const now = ctx.clock.now();
  return {
    items: sentries.map(({ guid, name }) => {
      const own = running.find((row) => row.sentry === guid && scenarioEnd(row) > now);
      return { sentry: guid, name, ...(own === undefined ? {} : { scenario: toScenario(own) }) };
    }),
  };
}

export async function startScenario(
  ctx: Ctx<UserActor>,
  locationGuid: string,
  { scenario, sentry }: ParsedBody<'POST /locations/{guid}/demo'>,
): Promise<State> {
  const location = await demoLocation(ctx, locationGuid);
  const simulated = await listSimulatedSentries(ctx.db.prisma, locationGuid, SIMULATED_MODEL);
  const chosen = simulated.filter(({ guid }) => sentry === undefined || guid === sentry);
  if (sentry !== undefined && chosen.length === 0)
    throw invalid('sentry', 'is not a simulated sentry of this location');
  await ctx.db.inTx(async (tx) => {
    await setScenario(
      tx.sql,
      chosen.map(({ guid }) => guid),
      scenario,
      ctx.actor.name,
      new Date(ctx.clock.now()),
    );
    await audit(ctx, tx, {
      action: 'DEMO_SCENARIO_STARTED',
      target: { kind: 'location', guid: locationGuid, name: location.name },
      after: { scenario: scenario ?? 'normal', sentries: chosen.map(({ name }) => name) },
    });
  });
  return getDemoState(ctx, locationGuid);
}

/** The scenario a device plays now, if any. */
export async function scenarioForDevice(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  sentry: string,
): Promise<ResponseOf<'GET /sentry/config'>['scenario']> {
  const [row] = await findScenarios(db.prisma, [sentry]);
  return row === undefined || scenarioEnd(row) <= clock.now() ? undefined : toScenario(row);
}
