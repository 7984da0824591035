import type { SentryOut } from '@picket/contracts/types';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { administeredSentry, toSentry, visibleSentry } from '../sentries/index.ts';
import { setSimulationEnd } from './simulated-sentry-store.ts';
import { SIMULATION_LIFETIME_MS } from './simulation-limits.ts';

/** Keeps a simulated sentry for another day from now. */
export async function keepSimulatedSentry(ctx: Ctx<UserActor>, guid: string): Promise<SentryOut> {
  const { name } = await administeredSentry(ctx, guid);
  const endsAt = new Date(ctx.clock.now() + SIMULATION_LIFETIME_MS);
  await ctx.db.inTx(async (tx) => {
    if (!(await setSimulationEnd(tx.sql, ctx.actor.tenant, guid, endsAt)))
      throw new AppError('unprocessable', { message: 'This sentry is not simulated' });
    await audit(ctx, tx, { action: 'SIMULATION_PROLONGED', target: { kind: 'sentry', guid, name } });
  });
  return toSentry(await visibleSentry(ctx, guid));
}
