import type { ParsedBody } from '@picket/contracts/endpoints';
import type { DestinationOut } from '@picket/contracts/types';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { nextVersion, type Versioned, versionOf } from '../../../platform/http/preconditions.ts';
import { parseResourceName } from '../../../platform/resource-names.ts';
import { audit } from '../../audit/index.ts';
import { lockEdits } from '../../tenants/index.ts';
import { requeueOwner } from '../deliveries/requeue-store.ts';
import { savePreferences } from '../recipients/preference-store.ts';
import { parsePreferences } from '../recipients/recipients.ts';
import { toDestinationOut } from './destination-settings.ts';
import { findDestination, renameDestination } from './destination-store.ts';
import { auditTargetOf, getDestination } from './get-destination.ts';

/**
 * Changes the name or the preferences of a destination of the organization.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function changeDestination(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /destinations/{guid}'>,
  check: (current: Versioned) => void,
): Promise<DestinationOut> {
  await ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, ctx.actor.tenant);
    const current = await findDestination(tx.sql, ctx.actor.tenant, null, guid);
    if (current === null) throw new AppError('notFound');
    check({ ...toDestinationOut(ctx.keys, current), last_update_ts: versionOf(current.lastUpdateTs) });
    const name = input.name === undefined ? current.name : parseResourceName(input.name).name;
    const at = nextVersion(ctx.clock.now(), current.lastUpdateTs);
    await renameDestination(tx.sql, ctx.actor.tenant, guid, name, at);
    if (input.preferences !== undefined) {
      await savePreferences(tx.sql, ctx.actor.tenant, guid, input.preferences, at);
      await requeueOwner(tx.sql, ctx.actor.tenant, guid, at.getTime());
    }
    await audit(ctx, tx, {
      action: 'DESTINATION_CHANGED',
      target: auditTargetOf({ guid, name }),
      before: { name: current.name, preferences: parsePreferences(current.chosen) },
      after: { name, preferences: input.preferences ?? parsePreferences(current.chosen) },
    });
  });
  ctx.pubSub.notify();
  return toDestinationOut(ctx.keys, await getDestination(ctx, null, guid));
}
