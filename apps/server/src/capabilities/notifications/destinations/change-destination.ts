import type { ParsedBody } from '@picket/contracts/endpoints';
import type { DestinationOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { parseResourceName } from '../../../platform/resource-names.ts';
import { audit } from '../../audit/index.ts';
import { requeueOwner } from '../deliveries/requeue-store.ts';
import { savePreferences } from '../recipients/preference-store.ts';
import { parsePreferences } from '../recipients/recipients.ts';
import { toDestinationOut } from './destination-settings.ts';
import { renameDestination } from './destination-store.ts';
import { auditTargetOf, getDestination } from './get-destination.ts';

/** Changes the name or the preferences of a destination of the organization. */
export async function changeDestination(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /destinations/{guid}'>,
): Promise<DestinationOut> {
  const current = await getDestination(ctx, null, guid);
  const name = input.name === undefined ? current.name : parseResourceName(input.name).name;
  const at = new Date(ctx.clock.now());
  await ctx.db.inTx(async (tx) => {
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
