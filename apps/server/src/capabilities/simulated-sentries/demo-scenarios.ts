/** Scenarios that simulated sentries play on request (specification, section 2: demo automation). */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { metricFamilyOf } from '@picket/domain/metrics';
import {
  DEMO_SCENARIO_NAMES,
  DEMO_SCENARIOS,
  type DemoScenarioName,
  SIMULATED_MODEL,
} from '@picket/domain/scenario-table';
import { formatInstant, type Millis } from '@picket/domain/time';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation } from '../locations/index.ts';
import {
  findScenarios,
  isDemoTenant,
  listPlayingSentries,
  type PlayingSentry,
  type ScenarioRow,
  setScenario,
} from './scenario-store.ts';
import { scheduleReports } from './simulated-sentry-store.ts';

type State = ResponseOf<'GET /locations/{guid}/demo'>;

const scenarioEnd = ({ name, startsAt }: ScenarioRow): Millis =>
  startsAt.getTime() + DEMO_SCENARIOS[name].seconds * 1000;

const toScenario = (row: ScenarioRow) => ({
  name: row.name,
  startsAt: formatInstant(row.startsAt.getTime()),
  endsAt: formatInstant(scenarioEnd(row)),
});

/** The scenarios that show in what the sentry measures. */
function scenariosOf({ metrics }: PlayingSentry): DemoScenarioName[] {
  const families = new Set<string>(metrics.map(metricFamilyOf));
  return DEMO_SCENARIO_NAMES.filter((name) => {
    const { needs } = DEMO_SCENARIOS[name];
    return needs === null || families.has(needs);
  });
}

/** Throws notFound where nothing is simulated: outside demo organizations, unless the server simulates a sentry there. */
async function playingAt(ctx: Ctx<UserActor>, guid: string) {
  const location = await administeredLocation(ctx, guid);
  const { tenant } = ctx.actor;
  const sentries = await listPlayingSentries(ctx.db.console, tenant, guid, SIMULATED_MODEL);
  if (sentries.length === 0 && !(await isDemoTenant(ctx.db.prisma, tenant))) throw new AppError('notFound');
  return { location, sentries };
}

export async function getDemoState(ctx: Ctx<UserActor>, locationGuid: string): Promise<State> {
  const { sentries } = await playingAt(ctx, locationGuid);
  const guids = sentries.map(({ guid }) => guid);
  const running = await findScenarios(ctx.db.prisma, ctx.actor.tenant, guids);
  const now = ctx.clock.now();
  return {
    items: sentries.map((one) => {
      const own = running.find((row) => row.sentry === one.guid && scenarioEnd(row) > now);
      return {
        sentry: one.guid,
        name: one.name,
        scenarios: scenariosOf(one),
        ...(own === undefined ? {} : { scenario: toScenario(own) }),
      };
    }),
  };
}

export async function startScenario(
  ctx: Ctx<UserActor>,
  locationGuid: string,
  { scenario, sentry }: ParsedBody<'POST /locations/{guid}/demo'>,
): Promise<State> {
  const { location, sentries } = await playingAt(ctx, locationGuid);
  const { tenant, name: by } = ctx.actor;
  const chosen = sentries.filter(({ guid }) => sentry === undefined || guid === sentry);
  if (sentry !== undefined && chosen.length === 0)
    throw invalid('sentry', 'is not a simulated sentry of this location');
  const able = scenario === null ? chosen : chosen.filter((one) => scenariosOf(one).includes(scenario));
  if (able.length === 0 && chosen.length > 0) throw invalid('scenario', 'needs a sensor that is not there');
  const guids = able.map(({ guid }) => guid);
  const at = new Date(ctx.clock.now());
  await ctx.db.inTx(async (tx) => {
    await setScenario(tx.sql, tenant, guids, scenario, by, at);
    await scheduleReports(tx.sql, tenant, guids, at);
    await audit(ctx, tx, {
      action: 'DEMO_SCENARIO_STARTED',
      target: { kind: 'location', guid: locationGuid, name: location.name },
      after: { scenario: scenario ?? 'normal', sentries: able.map(({ name }) => name) },
    });
  });
  return getDemoState(ctx, locationGuid);
}

/** The scenario a device plays now, if any. */
export async function scenarioForDevice(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  tenant: string,
  sentry: string,
): Promise<ResponseOf<'GET /sentry/config'>['scenario']> {
  const [row] = await findScenarios(db.prisma, tenant, [sentry]);
  return row === undefined || scenarioEnd(row) <= clock.now() ? undefined : toScenario(row);
}
