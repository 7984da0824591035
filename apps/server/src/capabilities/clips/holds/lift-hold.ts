import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { administeredLocation } from '../../locations/index.ts';
import { toHold } from '../queries/shown-clips.ts';
import { findClip } from '../storage/clip-store.ts';
import { findHold, setHoldLifted } from '../storage/hold-store.ts';
import { locationOfAlert } from './held-alert-store.ts';

export async function liftHold(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  const { tenant } = ctx.actor;
  const sql = ctx.db.console;
  const at = new Date(ctx.clock.now());
  const hold = await findHold(sql, tenant, guid, at);
  if (hold === null) throw new AppError('notFound');
  const location =
    hold.location ??
    (hold.alert === null
      ? (await findClip(sql, tenant, hold.clip ?? ''))?.location
      : await locationOfAlert(sql, tenant, hold.alert));
  if (location == null) throw new AppError('notFound');
  await administeredLocation(ctx, location);
  await ctx.db.inSqlTx(async (sql) => {
    if (!(await setHoldLifted(sql, tenant, guid, ctx.actor.name, at))) throw new AppError('notFound');
    const { guid: _guid, ...before } = toHold(hold);
    await audit(ctx, { sql }, { action: 'HOLD_LIFTED', target: { kind: 'hold', guid, name: hold.reason }, before });
  });
}
