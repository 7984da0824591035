import { ADOPTION_POLICIES, type AdoptionPolicy } from '@picket/domain/adoption-policies';
import { metricFamilyOf } from '@picket/domain/metrics';
import { nameKey } from '@picket/domain/names';
import type { PolicyChange } from '@picket/domain/policy-changes';
import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { lockEdits } from '../tenants/index.ts';
import { everWatched } from './changes/policy-change-store.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { type GlobalPolicy, globalPolicies, insertPolicy } from './policy-store.ts';
import { recordEdit } from './record-policy-edit.ts';
import { stored } from './stored-policy.ts';

/** A series of a device that is adopted. */
interface AdoptedSeries {
  readonly sensorMetricId: string;
  readonly column: string;
}

/**
 * Adds the policies of these series that no policy of the organization watches, and none ever did: one that a person deleted, or changed so
 * that it watches something else, does not come back. The lock keeps two adoptions from adding the same.
 */
export async function addAdoptionPolicies(
  ctx: Ctx<UserActor>,
  tx: Tx,
  series: readonly AdoptedSeries[],
  ports: PolicyPorts,
): Promise<void> {
  const { tenant } = ctx.actor;
  await lockEdits(tx.sql, tenant);
  const existing = await globalPolicies(tx.sql, tenant);
  const watched = new Set([...existing.flatMap(watchedBy), ...(await everWatched(tx.sql, tenant)).map(nameOfSeries)]);
  const wanted = new Set(series.map(nameOfSeries));
  const taken = new Set(existing.map(({ name }) => nameKey(name)));
  for (const policy of ADOPTION_POLICIES) {
    const own = nameOfSeries({ sensorMetricId: policy.metric, column: policy.column });
    if (wanted.has(own) && !watched.has(own)) await addPolicy(ctx, tx, policy, freeName(policy.name, taken), ports);
  }
}

const nameOfSeries = ({ sensorMetricId, column }: AdoptedSeries): string =>
  `${metricFamilyOf(sensorMetricId)}.${column}`;

const watchedBy = ({ definition }: GlobalPolicy): readonly string[] =>
  definition.violations.flatMap(({ conditions }) => conditions.map(nameOfSeries));

/** The name, with a number where a policy of another kind has it. */
function freeName(name: string, taken: Set<string>): string {
  const names = [name, ...Array.from({ length: taken.size + 1 }, (_, index) => `${name} ${index + 2}`)];
  const free = names.find((one) => !taken.has(nameKey(one))) ?? name;
  taken.add(nameKey(free));
  return free;
}

async function addPolicy(
  ctx: Ctx<UserActor>,
  tx: Tx,
  { definition }: AdoptionPolicy,
  name: string,
  ports: PolicyPorts,
): Promise<void> {
  const guid = newGuid();
  const changes: readonly PolicyChange[] = [{ code: 'POLICY_CREATED', subject: name, fields: [] }];
  const content = { definition, doNotDisturb: null };
  const version = { ...content, name, changes, keys: {}, by: ctx.actor };
  await insertPolicy(tx.prisma, ctx.actor.tenant, guid, version, new Date(ctx.clock.now()));
  await recordEdit(ctx, tx, ports, { guid, name }, changes, null, stored(name, content));
}
