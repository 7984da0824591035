/** The policies of the tagging zones of a location that are gone, as a restored database has them; those that are there stay as they are. */
import type { Sql } from '../../../platform/db/database.ts';
import { BringBackError } from '../../../platform/db/restored-database.ts';
import type { OperatorActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { sentriesAt } from '../../sentries/index.ts';
import { missingZones } from '../../zones/index.ts';
import type { PolicyPorts } from '../policy-ports.ts';
import { findPolicy } from '../policy-store.ts';
import { zonesOf } from '../present-parts.ts';
import { type PastPolicy, putBackPolicy, readPastPolicy } from '../put-back-policy.ts';
import { policiesOfZonesAt } from './tagging-policy-store.ts';

interface PutBackPolicies {
  /** Names of those that are back, or would be. */
  readonly policies: readonly string[];
  /** Sentences for the operator. */
  readonly leftOut: readonly string[];
}

/** Those that the deletion of the location deletes with it. */
export async function readPastTaggingPolicies(
  past: Sql,
  tenant: string,
  location: string,
): Promise<readonly PastPolicy[]> {
  const policies: PastPolicy[] = [];
  for (const { guid } of await policiesOfZonesAt(past, tenant, location))
    policies.push(await readPastPolicy(past, tenant, guid));
  return policies.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Each in a transaction, or in that of `ctx`; the zones are there already. `dryRun`: nothing is changed, and the zones are expected. */
export async function putBackTaggingPolicies(
  ctx: Ctx<OperatorActor>,
  location: string,
  past: readonly PastPolicy[],
  ports: PolicyPorts,
  dryRun: boolean,
): Promise<PutBackPolicies> {
  const { tenant } = ctx.actor;
  const here = new Set(await sentriesAt(ctx.db.console, tenant, location));
  const policies: string[] = [];
  const leftOut: string[] = [];
  for (const policy of past) {
    const { guid, name } = policy;
    if ((await findPolicy(ctx.db.prisma, tenant, guid)) !== null) continue;
    // What belongs to a sentry that is at another location by now is left out with it.
    const overrides = policy.overrides.filter(({ sentry }) => here.has(sentry));
    try {
      if (!dryRun) await requireZone(ctx, policy);
      const put = await putBackPolicy(ctx, { ...policy, overrides }, ports, dryRun);
      policies.push(name);
      if (!dryRun) leftOut.push(...put.leftOut.map((one) => `of the policy ${name} ${one}`));
    } catch (error) {
      if (!(error instanceof BringBackError)) throw error;
      leftOut.push(`the policy ${name}: ${error.message}`);
    }
  }
  return { policies, leftOut };
}

/** A policy without any of its zones would watch nothing, and be seen by everybody. */
async function requireZone({ actor, db }: Ctx<OperatorActor>, { definition }: PastPolicy): Promise<void> {
  const missing = await missingZones(db.console, actor.tenant, 'all', zonesOf(definition));
  const isGone = (violation: (typeof definition.violations)[number]): boolean =>
    zonesOf({ violations: [violation] }).some((zone) => missing.has(zone));
  if (definition.violations.every(isGone)) throw new BringBackError('its zones are not there any more');
}
