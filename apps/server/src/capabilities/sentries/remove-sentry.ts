import type { SentryOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { auditFields, auditTarget } from './sentry-audit.ts';
import type { OnSentryChanged } from './sentry-ports.ts';
import { markRemoved, toSentry } from './sentry-store.ts';
import { administeredSentry } from './visible-sentry.ts';

/** Removes a sentry: its token and code stop working at once; its history stays. */
export async function removeSentry(
  ctx: Ctx<UserActor>,
  guid: string,
  check: (current: SentryOut) => void,
  changed: OnSentryChanged,
): Promise<void> {
  const current = await administeredSentry(ctx, guid);
  check(toSentry(current));
  await ctx.db.inTx(async (tx) => {
    await markRemoved(tx.prisma, guid, new Date(ctx.clock.now()));
    await changed(tx, { tenant: ctx.actor.tenant, location: current.locationGuid, sentry: guid, change: 'REMOVED' });
    await audit(ctx, tx, { action: 'SENTRY_REMOVED', target: auditTarget(current), before: auditFields(current) });
  });
  ctx.pubSub.notify();
  ctx.pubSub.publish('sentries', '');
}
