/** Simulates a reading: which rule would raise an alert, and who would be notified. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { RecipientCode } from '@picket/contracts/policy-insight';
import type { SimulationOut } from '@picket/contracts/types';
import { comparesReadings } from '@picket/domain/aggregations';
import { isAdmin, isLocationViewer } from '@picket/domain/permissions';
import { policyInForce } from '@picket/domain/policy-merge';
import { quietIntervalAt } from '@picket/domain/schedules';
import { formatInstant, type Millis, parseInstant } from '@picket/domain/time';
import { type SimulatedViolation, simulateReading } from '../capabilities/evaluation/index.ts';
import { checkContent, contentOf, requirePolicy, visibleZoneScope } from '../capabilities/policies/index.ts';
import { listSentryLocations, type SentryLocationRow, visibleSentry } from '../capabilities/sentries/index.ts';
import type { ConfigSource } from '../capabilities/tenant-config/index.ts';
import { latestValuesBefore } from '../capabilities/timeseries/index.ts';
import { listTenantUsers } from '../capabilities/users/index.ts';
import { AppError } from '../platform/errors.ts';
import type { UserActor } from '../platform/http/actor.ts';
import { type Ctx, contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';

export function policySimulationView(
  add: AddRoute,
  platform: Platform,
  { source }: { readonly source: ConfigSource },
): void {
  add('POST /policies/simulate', ({ actor, body }) => simulatePolicies(contextOf(platform, actor), source, body));
}

async function simulatePolicies(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  input: ParsedBody<'POST /policies/simulate'>,
): Promise<SimulationOut> {
  const { tenant } = ctx.actor;
  const sql = ctx.db.console;
  await visibleSentry(ctx, input.sentry);
  const [place] = await listSentryLocations(sql, tenant, { visible: 'all', sentry: input.sentry });
  if (place === undefined) throw new AppError('notFound');
  const at = parseInstant(input.at) ?? Number.NaN;
  const config = await source.latest(tenant);
  const { draft } = input;
  const content = draft === undefined ? null : await draftContent(ctx, draft);
  const policies = config
    .policiesOn(place.guid)
    .flatMap((policy) =>
      content !== null && policy.guid === draft?.policy
        ? (config.draftOn(place.guid, policy.guid, content) ?? [])
        : policy,
    );
  const compiled = config.compileFor(place, policies);
  const { sensorMetricId, column, value, seconds = null } = input;
  const series = [...compiled.bySeries.keys()];
  const lastValues = await latestValuesBefore(sql, tenant, place.guid, series, at);
  const overrides = new Map(
    policies.map(({ guid }) => [guid, config.overridesOf(guid).find(({ sentry }) => sentry === place.guid) ?? null]),
  );
  return {
    sensorTimezone: place.timezone,
    violations: simulateReading(compiled, { sensorMetricId, column, value, at, seconds }, lastValues).map(
      (simulated) => {
        const global = config.global(simulated.compiled.policy.guid);
        const override = overrides.get(simulated.compiled.policy.guid)?.override ?? null;
        return {
          ...violationOf(simulated, place),
          reason: global === null ? ('GLOBAL' as const) : policyInForce(global, override).reason,
        };
      },
    ),
    users: await listRecipients(ctx, place.location, input.user),
  };
}

async function draftContent(ctx: Ctx<UserActor>, draft: NonNullable<ParsedBody<'POST /policies/simulate'>['draft']>) {
  const policy = await requirePolicy(ctx, ctx.db, draft.policy);
  const content = {
    definition: draft.definition,
    doNotDisturb: draft.doNotDisturb === undefined ? contentOf(policy).doNotDisturb : draft.doNotDisturb,
  };
  await checkContent(ctx.db.console, visibleZoneScope(ctx.actor), content);
  return content;
}

function violationOf(
  { compiled, code, raisedAt, operator, threshold, calc, delaySeconds }: SimulatedViolation,
  place: SentryLocationRow,
) {
  const { policy, violation } = compiled;
  const muted = raisedAt === null ? null : mutedUntil(compiled.policy.doNotDisturb, place.timezone, raisedAt);
  return {
    policy: { guid: policy.guid, name: policy.name },
    violation: violation.description,
    severity: violation.severity,
    code,
    ...(raisedAt === null ? {} : { raisedAt: formatInstant(raisedAt) }),
    ...(muted === null ? {} : { mutedUntil: formatInstant(muted) }),
    limit: { operator, threshold, ...(comparesReadings(calc) ? {} : { calc }) },
    delaySeconds,
  };
}

function mutedUntil(
  schedule: SimulatedViolation['compiled']['policy']['doNotDisturb'],
  timezone: string,
  at: Millis,
): Millis | null {
  const quiet = schedule === null ? null : quietIntervalAt(schedule, timezone, at);
  return quiet === null ? null : quiet.until + 1;
}

/** Administrators see all users, others only themselves. */
async function listRecipients(
  ctx: Ctx<UserActor>,
  location: string,
  person: string | undefined,
): Promise<SimulationOut['users']> {
  const people = await listTenantUsers(ctx.db.prisma, ctx.actor.tenant);
  const visible = people.filter(({ guid }) => isAdmin(ctx.actor.permissions) || guid === ctx.actor.guid);
  const asked = person === undefined ? visible : visible.filter(({ guid }) => guid === person);
  if (person !== undefined && asked.length === 0) throw new AppError('notFound');
  return asked.map(({ guid, name, permissions, signedUp }) => {
    const sees: RecipientCode = isLocationViewer(permissions, location) ? 'CAN_VIEW' : 'NO_PERMISSION';
    return { guid, name, code: signedUp ? sees : 'NOT_SIGNED_UP' };
  });
}
