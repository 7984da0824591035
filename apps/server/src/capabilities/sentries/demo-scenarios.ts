/** Simulated sentries of demo organisations act out what somebody presses (specification, section 2: demo automation). */
import type { ParsedBody, ResponseOf } from '@picket/contracts';
import { DEMO_SCENARIOS, formatInstant, type Millis, SIMULATED_MODEL } from '@picket/domain';
import { AppError, type Ctx, invalid, type Platform, type UserActor } from '../../platform/index.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation } from '../locations/index.ts';
import { isDemoTenant, type ScenarioRow, scenariosOf, setScenario, simulatedAt } from './network-store.ts';

type State = ResponseOf<'GET /locations/{guid}/demo'>;

const endOf = ({ name, beganAt }: ScenarioRow): Millis => beganAt.getTime() + DEMO_SCENARIOS[name].seconds * 1000;

const scenarioOf = (row: ScenarioRow) => ({
  name: row.name,
  startsAt: formatInstant(row.beganAt.getTime()),
  endsAt: formatInstant(endOf(row)),
});

/** For everybody else there is no such thing. */
async function demoLocation(ctx: Ctx<UserActor>, guid: string) {
  const location = await administeredLocation(ctx, guid);
  if (!(await isDemoTenant(ctx.db.prisma, ctx.actor.tenant))) throw new AppError('notFound');
  return location;
}

export async function demoState(ctx: Ctx<UserActor>, locationGuid: string): Promise<State> {
  await demoLocation(ctx, locationGuid);
  const sentries = await simulatedAt(ctx.db.prisma, locationGuid, SIMULATED_MODEL);
  const running = await scenariosOf(
    ctx.db.prisma,
    sentries.map(({ guid }) => guid),
  );
  const now = ctx.clock.now();
  return {
    items: sentries.map(({ guid, name }) => {
      const own = running.find((row) => row.sentry === guid && endOf(row) > now);
      return { sentry: guid, name, ...(own === undefined ? {} : { scenario: scenarioOf(own) }) };
    }),
  };
}

export async function actOut(
  ctx: Ctx<UserActor>,
  locationGuid: string,
  { scenario, sentry }: ParsedBody<'POST /locations/{guid}/demo'>,
): Promise<State> {
  const location = await demoLocation(ctx, locationGuid);
  const there = await simulatedAt(ctx.db.prisma, locationGuid, SIMULATED_MODEL);
  const chosen = there.filter(({ guid }) => sentry === undefined || guid === sentry);
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
      after: { scenario: scenario ?? 'as usual', sentries: chosen.map(({ name }) => name) },
    });
  });
  return demoState(ctx, locationGuid);
}

/** What a device is asked to act out now. */
export async function scenarioForDevice(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  sentry: string,
): Promise<ResponseOf<'GET /sentry/config'>['scenario']> {
  const [row] = await scenariosOf(db.prisma, [sentry]);
  return row === undefined || endOf(row) <= clock.now() ? undefined : scenarioOf(row);
}
