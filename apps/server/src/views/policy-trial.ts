/** "Would it alert, who would be told, which rule decides?": the engine over made-up readings, and who may see the place. */
import type { ParsedBody, PersonCode, SimulationOut } from '@picket/contracts';
import {
  formatInstant,
  isAdmin,
  isLocationViewer,
  type Millis,
  parseInstant,
  policyInForce,
  quietIntervalAt,
} from '@picket/domain';
import { listTenantUsers } from '../capabilities/accounts/index.ts';
import { type TriedViolation, tryOn, type WatchSource } from '../capabilities/monitoring/index.ts';
import { checkContent, contentOf, policyThere, zonesOf } from '../capabilities/policies/index.ts';
import { latestValuesBefore } from '../capabilities/readings/index.ts';
import { listSentryLocations, type SentryLocationRow, visibleSentry } from '../capabilities/sentries/index.ts';
import { type AddRoute, AppError, type Ctx, contextOf, type Platform, type UserActor } from '../platform/index.ts';

export function policyTrialView(add: AddRoute, platform: Platform, { source }: { readonly source: WatchSource }): void {
  add('POST /policies/try', ({ actor, body }) => tryPolicies(contextOf(platform, actor), source, body));
}

async function tryPolicies(
  ctx: Ctx<UserActor>,
  source: WatchSource,
  input: ParsedBody<'POST /policies/try'>,
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
  const watch = config.watchWith(place, policies);
  const { sensorMetricId, column, value, seconds = null } = input;
  const series = [...watch.bySeries.keys()];
  const lastRead = await latestValuesBefore(sql, place.guid, series, at);
  const overrides = new Map(
    policies.map(({ guid }) => [guid, config.overridesOf(guid).find(({ sentry }) => sentry === place.guid) ?? null]),
  );
  return {
    sensorTimezone: place.timezone,
    violations: tryOn(watch, { sensorMetricId, column, value, at, seconds }, lastRead).map((tried) => {
      const global = config.global(tried.watched.policy.guid);
      const override = overrides.get(tried.watched.policy.guid)?.override ?? null;
      return {
        ...violationOf(tried, place),
        reason: global === null ? ('GLOBAL' as const) : policyInForce(global, override).reason,
      };
    }),
    people: await whoSees(ctx, place.location, input.person),
  };
}

async function draftContent(ctx: Ctx<UserActor>, draft: NonNullable<ParsedBody<'POST /policies/try'>['draft']>) {
  const policy = await policyThere(ctx, ctx.db, draft.policy);
  const content = {
    definition: draft.definition,
    doNotDisturb: draft.doNotDisturb === undefined ? contentOf(policy).doNotDisturb : draft.doNotDisturb,
  };
  await checkContent(ctx.db.console, zonesOf(ctx.actor), content);
  return content;
}

function violationOf(
  { watched, code, raisedAt, operator, threshold, waits }: TriedViolation,
  place: SentryLocationRow,
) {
  const { policy, violation } = watched;
  const muted = raisedAt === null ? null : mutedUntil(watched.policy.doNotDisturb, place.timezone, raisedAt);
  return {
    policy: { guid: policy.guid, name: policy.name },
    violation: violation.description,
    severity: violation.severity,
    code,
    ...(raisedAt === null ? {} : { raisedAt: formatInstant(raisedAt) }),
    ...(muted === null ? {} : { mutedUntil: formatInstant(muted) }),
    limit: { operator, threshold },
    waits,
  };
}

function mutedUntil(
  schedule: TriedViolation['watched']['policy']['doNotDisturb'],
  timezone: string,
  at: Millis,
): Millis | null {
  const quiet = schedule === null ? null : quietIntervalAt(schedule, timezone, at);
  return quiet === null ? null : quiet.until + 1;
}

/** Administrators may ask about everybody, everybody about themselves. */
async function whoSees(
  ctx: Ctx<UserActor>,
  location: string,
  person: string | undefined,
): Promise<SimulationOut['people']> {
  const people = await listTenantUsers(ctx.db.prisma, ctx.actor.tenant);
  const mine = people.filter(({ guid }) => isAdmin(ctx.actor.permissions) || guid === ctx.actor.guid);
  const asked = person === undefined ? mine : mine.filter(({ guid }) => guid === person);
  if (person !== undefined && asked.length === 0) throw new AppError('notFound');
  return asked.map(({ guid, name, permissions, signedUp }) => {
    const sees: PersonCode = isLocationViewer(permissions, location) ? 'MAY_SEE' : 'MAY_NOT_SEE';
    return { guid, name, code: signedUp ? sees : 'HAS_NOT_SIGNED_UP' };
  });
}
