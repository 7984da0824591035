/** What saving a draft would change, and for whom; nothing is saved. */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { DoNotDisturb, PolicyDefinition } from '@picket/contracts/policies';
import type { PolicyContent } from '@picket/domain/policies';
import type { PolicyChange } from '@picket/domain/policy-changes';
import { violationKeys } from '@picket/domain/violation-keys';
import { activeRaisedAt, fingerprintsOf, type PolicyFingerprints, type SentryState } from '@picket/monitor';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { parseResourceName } from '../../../platform/resource-names.ts';
import {
  changesOut,
  checkContent,
  contentOf,
  describeEdit,
  keysOf,
  overridesOfPolicy,
  requirePolicy,
  visibleZoneScope,
} from '../../policies/index.ts';
import { listSentryLocations, type SentryLocationRow } from '../../sentries/index.ts';
import type { ConfigSource, TenantConfig } from '../../tenant-config/index.ts';
import { statesOfTenant } from '../monitor-store.ts';

type Answer = ResponseOf<'POST /policies/preview'>;

const MAX_LISTED_OVERRIDES = 200;

export async function previewEdit(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  input: ParsedBody<'POST /policies/preview'>,
): Promise<Answer> {
  const { tenant } = ctx.actor;
  const sql = ctx.db.console;
  const { name } = parseResourceName(input.name);
  const current = input.policy === undefined ? null : await requirePolicy(ctx, ctx.db, input.policy);
  const before = current === null ? null : contentOf(current);
  const content: PolicyContent = {
    definition: input.definition,
    doNotDisturb: input.doNotDisturb === undefined ? (before?.doNotDisturb ?? null) : input.doNotDisturb,
  };
  await checkContent(sql, visibleZoneScope(ctx.actor), content, current?.undeletable);
  const places = await listSentryLocations(sql, tenant, { visible: 'all' });
  const config = await source.latest(tenant);
  const answer = {
    name,
    definition: PolicyDefinition.parse(content.definition),
    doNotDisturb: content.doNotDisturb === null ? null : DoNotDisturb.parse(content.doNotDisturb),
  };
  if (current === null || before === null) {
    const newOne = { guid: '', name, version: 1, ...content };
    const changes: readonly PolicyChange[] = [{ code: 'POLICY_CREATED', subject: name, fields: [] }];
    const there = places.filter((place) => config.compileFor(place, [newOne]).violations.length > 0);
    return { ...answer, changes: changesOut(changes), ...reach(there), overrides: [], ...NOTHING_RUNS };
  }
  const changes = await describeEdit(sql, tenant, { ...before, name: current.name }, { ...content, name });
  const keys = violationKeys(before.definition.violations, keysOf(current), content.definition.violations, '(draft)');
  const own = await overridesOfPolicy(ctx.db.prisma, tenant, current.guid, 'all', null, MAX_LISTED_OVERRIDES);
  const { there, ...running } = whatRuns(config, places, await statesOfTenant(sql, tenant), current.guid, {
    ...content,
    keys,
  });
  return {
    ...answer,
    changes: changesOut(changes),
    ...reach(there),
    overrides: own.map(({ sentry, location, override }) => ({
      sentry,
      location,
      followsPolicy: !override.ignoreGlobalPolicyChanges,
    })),
    ...running,
  };
}

const NOTHING_RUNS = { delays: { kept: 0, recomputed: 0 }, open: { kept: 0, recomputed: 0, ended: 0 } };

const reach = (places: readonly SentryLocationRow[]) => ({
  sentries: places.length,
  locations: new Set(places.map(({ location }) => location)).size,
});

/** Compares with the policies of each sentry now, by the same fingerprints that decide when the edit is saved. */
function whatRuns(
  config: TenantConfig,
  places: readonly SentryLocationRow[],
  states: ReadonlyMap<string, SentryState>,
  policy: string,
  draft: Parameters<TenantConfig['draftOn']>[2],
) {
  const there: SentryLocationRow[] = [];
  const delays = { kept: 0, recomputed: 0 };
  const open = { kept: 0, recomputed: 0, ended: 0 };
  const printOn = (place: SentryLocationRow, content: ReturnType<TenantConfig['policyOn']>): PolicyFingerprints =>
    content === null ? {} : fingerprintsOf(config.compileFor(place, [content]));
  for (const place of places) {
    const now = printOn(place, config.policyOn(place.guid, policy));
    const then = printOn(place, config.draftOn(place.guid, policy, draft));
    if (Object.keys(then).length > 0) there.push(place);
    for (const [key, state] of Object.entries(states.get(place.guid)?.violations ?? {})) {
      if (!Object.hasOwn(now, key)) continue;
      const effect = !Object.hasOwn(then, key) ? 'ended' : then[key] === now[key] ? 'kept' : 'recomputed';
      if (activeRaisedAt(state) !== null) open[effect] += 1;
      const runs = [state, ...state.conditions].some(
        ({ machine }) => machine.phase === 'ONSET' || machine.phase === 'EXIT',
      );
      if (runs && effect !== 'ended') delays[effect] += 1;
    }
  }
  return { there, delays, open };
}
