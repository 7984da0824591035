/** How an organization escalates; the defaults where it never chose. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { NotificationRules } from '@picket/domain/escalations';
import type { Tx } from '../../../platform/db/database.ts';
import { invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { nextVersion } from '../../../platform/http/preconditions.ts';
import { audit, difference } from '../../audit/index.ts';
import { lockEdits } from '../../tenants/index.ts';
import { findForeignLocations } from '../../users/index.ts';
import { listDestinationRows } from '../destinations/destination-store.ts';
import { rescheduleEscalations } from '../escalation/escalation-store.ts';
import { listRecipients } from '../recipients/recipient-store.ts';
import { getNotificationRules, parseRules, type RulesOut, toRulesOut } from './notification-rules.ts';
import { findRules, saveRules } from './rules-store.ts';

type Chains = ParsedBody<'PUT /notification-rules'>['chains'];

/**
 * The chains without locations that are gone since the rules `before` named them. Throws a 400 naming the chain whose
 * locations are not the organization's.
 */
async function checkChains(
  { prisma }: Pick<Tx, 'prisma'>,
  tenant: string,
  chains: Chains,
  before: NotificationRules,
): Promise<Chains> {
  const named = (list: NotificationRules['chains']): readonly string[] =>
    list.flatMap(({ locations }) => (locations === 'all' ? [] : locations));
  const foreign = await findForeignLocations(prisma, tenant, named(chains));
  const known = new Set(named(before.chains));
  return chains.map((chain, place) => {
    if (chain.locations === 'all') return chain;
    const own = chain.locations.filter((guid) => !foreign.has(guid));
    if (own.length === 0 || chain.locations.some((guid) => foreign.has(guid) && !known.has(guid)))
      throw invalid(`chains.${place}.locations`, 'names a location that is not of your organization');
    return { ...chain, locations: own };
  });
}

/**
 * Changes the rules. Who is named must be of the organization.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function changeNotificationRules(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'PUT /notification-rules'>,
  check: (current: RulesOut) => void,
): Promise<RulesOut> {
  const { tenant } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, tenant);
    const stored = await findRules(tx.sql, tenant);
    check(toRulesOut(stored));
    const known = new Set(((await listRecipients(tx.sql, [tenant])).get(tenant) ?? []).map(({ owner }) => owner));
    const shared = new Set((await listDestinationRows(tx.sql, tenant, null)).map(({ guid }) => guid));
    input.chains.forEach((chain, place) => {
      chain.steps.forEach(({ audience }, step) => {
        if (audience.kind !== 'NAMED') return;
        const at = `chains.${place}.steps.${step}.audience`;
        if (audience.people.some((guid) => !known.has(guid)))
          throw invalid(`${at}.people`, 'names somebody who is not of your organization, or has not signed up');
        if (audience.destinations.some((guid) => !shared.has(guid)))
          throw invalid(`${at}.destinations`, 'names a destination that is not of your organization');
        if (audience.people.length + audience.destinations.length === 0) throw invalid(at, 'names nobody');
      });
    });
    const before = parseRules(stored);
    const rules = { ...input, chains: await checkChains(tx, tenant, input.chains, before) };
    await saveRules(tx.sql, tenant, rules, nextVersion(ctx.clock.now(), stored?.lastUpdateTs ?? null));
    await rescheduleEscalations(tx.sql, tenant, ctx.clock.now());
    await audit(ctx, tx, {
      action: 'NOTIFICATION_RULES_CHANGED',
      target: { kind: 'tenant', guid: tenant, name: 'the organization' },
      ...difference({ ...before }, { ...rules }),
    });
  });
  return getNotificationRules(ctx);
}
