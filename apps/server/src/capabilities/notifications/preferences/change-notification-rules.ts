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
import { listRecipients } from '../recipients/recipient-store.ts';
import { getNotificationRules, parseRules, type RulesOut, toRulesOut } from './notification-rules.ts';
import { findRules, rescheduleEscalations, saveRules } from './rules-store.ts';

type Chains = ParsedBody<'PUT /notification-rules'>['chains'];

/**
 * The chains without locations that are gone since the rules `before` named them. Throws a 400 naming the chain whose
 * locations are not the organization's.
 */
async function checkLocations(
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

/** Who can be named: people of the organization, and its destinations. */
interface Nameable {
  readonly people: ReadonlySet<string>;
  readonly destinations: ReadonlySet<string>;
}

const namedIn = (chains: NotificationRules['chains'], whom: keyof Nameable): ReadonlySet<string> =>
  new Set(
    chains.flatMap(({ steps }) => steps.flatMap(({ audience }) => (audience.kind === 'NAMED' ? audience[whom] : []))),
  );

/**
 * The audience without those who are gone since the rules before named them (`before`). Throws a 400 naming it where it names nobody, or
 * somebody who is not of the organization.
 */
function checkAudience(
  audience: Chains[number]['steps'][number]['audience'],
  at: string,
  own: Nameable,
  before: Nameable,
): Chains[number]['steps'][number]['audience'] {
  if (audience.kind !== 'NAMED') return audience;
  if (audience.people.some((guid) => !own.people.has(guid) && !before.people.has(guid)))
    throw invalid(`${at}.people`, 'names somebody who is not of your organization, or has not signed up');
  if (audience.destinations.some((guid) => !own.destinations.has(guid) && !before.destinations.has(guid)))
    throw invalid(`${at}.destinations`, 'names a destination that is not of your organization');
  if (audience.people.length + audience.destinations.length === 0) throw invalid(at, 'names nobody');
  const people = audience.people.filter((guid) => own.people.has(guid));
  const destinations = audience.destinations.filter((guid) => own.destinations.has(guid));
  // All of them are gone: administrators are notified in their place already.
  return people.length + destinations.length === 0 ? { kind: 'ADMINS' } : { kind: 'NAMED', people, destinations };
}

/** The chains without people and destinations that are gone since the rules `before` named them. */
async function checkSteps(
  { sql }: Pick<Tx, 'sql'>,
  tenant: string,
  chains: Chains,
  before: NotificationRules,
): Promise<Chains> {
  const own = {
    people: new Set(((await listRecipients(sql, [tenant])).get(tenant) ?? []).map(({ owner }) => owner)),
    destinations: new Set((await listDestinationRows(sql, tenant, null)).map(({ guid }) => guid)),
  };
  const known = { people: namedIn(before.chains, 'people'), destinations: namedIn(before.chains, 'destinations') };
  return chains.map((chain, place) => ({
    ...chain,
    steps: chain.steps.map((step, index) => ({
      ...step,
      audience: checkAudience(step.audience, `chains.${place}.steps.${index}.audience`, own, known),
    })),
  }));
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
    const before = parseRules(stored);
    const chains = await checkLocations(tx, tenant, await checkSteps(tx, tenant, input.chains, before), before);
    const rules = { ...input, chains };
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
