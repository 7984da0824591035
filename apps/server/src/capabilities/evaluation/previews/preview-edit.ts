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

type EditPreview = ResponseOf<'POST /policies/preview'>;

const MAX_LISTED_OVERRIDES = 200;

export async function previewEdit(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  input: ParsedBody<'POST /policies/preview'>,
): Promise<EditPreview> {
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
  const preview = {
    name,
    definition: PolicyDefinition.parse(content.definition),
    doNotDisturb: content.doNotDisturb === null ? null : DoNotDisturb.parse(content.doNotDisturb),
  };
  if (current === null || before === null) {
    const newOne = { guid: '', name, version: 1, ...content };
    const changes: readonly PolicyChange[] = [{ code: 'POLICY_CREATED', subject: name, fields: [] }];
    const affected = places.filter((place) => config.compileFor(place, [newOne]).violations.length > 0);
    return { ...preview, changes: changesOut(changes), ...countAffected(affected), overrides: [], ...NO_EFFECT };
  }
  const changes = await describeEdit(sql, tenant, { ...before, name: current.name }, { ...content, name });
  const keys = violationKeys(before.definition.violations, keysOf(current), content.definition.violations, '(draft)');
  const own = await overridesOfPolicy(ctx.db.prisma, tenant, current.guid, 'all', null, MAX_LISTED_OVERRIDES);
  const { affected, ...effect } = compareStates(config, places, await statesOfTenant(sql, tenant), current.guid, {
    ...content,
    keys,
  });
  return {
    ...preview,
    changes: changesOut(changes),
    ...countAffected(affected),
    overrides: own.map(({ sentry, location, override }) => ({
      sentry,
      location,
      followsPolicy: !override.ignoreGlobalPolicyChanges,
    })),
    ...effect,
  };
}

/** A new policy: no delay runs and no alert is open. */
const NO_EFFECT = { delays: { kept: 0, recomputed: 0 }, open: { kept: 0, recomputed: 0, ended: 0 } };

const countAffected = (places: readonly SentryLocationRow[]) => ({
  sentries: places.length,
  locations: new Set(places.map(({ location }) => location)).size,
});

/**
 * The sentries that the draft applies to, and how many running delays and open alerts continue, are recomputed or end: by the same
 * fingerprints that decide when the edit is saved.
 */
function compareStates(
  config: TenantConfig,
  places: readonly SentryLocationRow[],
  states: ReadonlyMap<string, SentryState>,
  policy: string,
  draft: Parameters<TenantConfig['draftOn']>[2],
) {
  const affected: SentryLocationRow[] = [];
  const delays = { kept: 0, recomputed: 0 };
  const open = { kept: 0, recomputed: 0, ended: 0 };
  const fingerprintsOn = (
    place: SentryLocationRow,
    content: ReturnType<TenantConfig['policyOn']>,
  ): PolicyFingerprints => (content === null ? {} : fingerprintsOf(config.compileFor(place, [content])));
  for (const place of places) {
    const current = fingerprintsOn(place, config.policyOn(place.guid, policy));
    const edited = fingerprintsOn(place, config.draftOn(place.guid, policy, draft));
    if (Object.keys(edited).length > 0) affected.push(place);
    for (const [key, state] of Object.entries(states.get(place.guid)?.violations ?? {})) {
      if (!Object.hasOwn(current, key)) continue;
      const effect = !Object.hasOwn(edited, key) ? 'ended' : edited[key] === current[key] ? 'kept' : 'recomputed';
      if (activeRaisedAt(state) !== null) open[effect] += 1;
      const isDelayRunning = [state, ...state.conditions].some(
        ({ machine }) => machine.phase === 'ONSET' || machine.phase === 'EXIT',
      );
      if (isDelayRunning && effect !== 'ended') delays[effect] += 1;
    }
  }
  return { affected, delays, open };
}
