/** Adds a destination of a user or of the organization. */

import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { isSigned, isSubscribed, mayOwn } from '@picket/domain/channels';
import type { Sentence } from '@picket/domain/phrases';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { encryptText } from '../../../platform/keys/encryption.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { addressProblem } from '../../../platform/outbound/outbound.ts';
import { parseResourceName } from '../../../platform/resource-names.ts';
import { audit } from '../../audit/index.ts';
import { lockEdits } from '../../tenants/index.ts';
import { allowedHosts } from '../outbound-destinations/allowed-hosts.ts';
import { addressOf, openSettings, publicAddressOf, toDestinationOut } from './destination-settings.ts';
import { type DestinationRow, findDestination, insertDestination, listDestinationRows } from './destination-store.ts';
import { auditTargetOf } from './get-destination.ts';

const MAX_PER_USER = 20;
const MAX_PER_TENANT = 100;

/** What is wrong with where a new destination leads, or null. */
async function findAddressProblem(ctx: Ctx<UserActor>, user: string | null, url: string): Promise<Sentence | null> {
  const { tenant } = ctx.actor;
  const problem = addressProblem(url, await allowedHosts(ctx, tenant, user));
  if (problem === null || user === null) return problem;
  const forAdministrators = addressProblem(url, await allowedHosts(ctx, tenant, null)) === null;
  return forAdministrators
    ? 'leads into a private network, to a host that only administrators of the organization may use'
    : problem;
}

/** The channel to a browser that has one: a second one would show each message twice. */
const findSubscribed = (
  keys: Ctx<UserActor>['keys'],
  there: readonly DestinationRow[],
  { kind, settings }: ParsedBody<'POST /destinations'>,
): DestinationRow | undefined =>
  isSubscribed(kind)
    ? there.find((row) => row.kind === kind && isDeepStrictEqual(openSettings(keys, row, kind), settings))
    : undefined;

/** Adds a destination of a person (`user`) or of the organization. Addresses inside are refused at once where they show. */
export async function createDestination(
  ctx: Ctx<UserActor>,
  user: string | null,
  input: ParsedBody<'POST /destinations'>,
): Promise<ResponseOf<'POST /destinations'>> {
  const { tenant } = ctx.actor;
  const { kind } = input;
  if (!mayOwn(user === null ? 'tenant' : 'user', kind))
    throw invalid(
      'kind',
      user === null ? 'belongs to a person' : 'belongs to the organization; an administrator adds it',
    );
  const { field, url } = addressOf(kind, input.settings);
  const problem = await findAddressProblem(ctx, user, url);
  if (problem !== null) throw invalid(`settings.${field}`, problem);
  const { name } = parseResourceName(input.name);
  const guid = newGuid();
  const secret = isSigned(kind) ? `whsec_${randomBytes(32).toString('base64')}` : null;
  const settings = { ...input.settings, ...(secret === null ? {} : { secret }) };
  const row = await ctx.db.inTx(async (tx) => {
    // Two requests at once would each see only what was there before.
    await lockEdits(tx.sql, tenant);
    const there = await listDestinationRows(tx.sql, tenant, user);
    const subscribed = findSubscribed(ctx.keys, there, input);
    if (subscribed !== undefined) return subscribed;
    if (there.length >= (user === null ? MAX_PER_TENANT : MAX_PER_USER))
      throw new AppError('conflict', { message: 'The maximum number of channels is reached; remove one first' });
    const at = new Date(ctx.clock.now());
    await insertDestination(tx.sql, tenant, {
      guid,
      user,
      kind,
      name,
      settings: encryptText(ctx.keys, guid, JSON.stringify(settings)),
      byName: ctx.actor.name,
      at,
    });
    const made = await findDestination(tx.sql, tenant, user, guid);
    if (made === null) throw new AppError('notFound');
    await audit(ctx, tx, {
      action: 'DESTINATION_ADDED',
      target: auditTargetOf(made),
      after: { kind, name, address: publicAddressOf(ctx.keys, made) },
    });
    return made;
  });
  return { ...toDestinationOut(ctx.keys, row), ...(secret === null ? {} : { secret }) };
}
