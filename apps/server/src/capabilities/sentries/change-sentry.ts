import type { BodyOf } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { checkAttributes } from '../locations/index.ts';
import { auditFields, auditTarget } from './sentry-audit.ts';
import type { OnSentryChanged } from './sentry-ports.ts';
import { findSentry, type SentryData, toSentry, updateSentry } from './sentry-store.ts';
import { administeredSentry, visibleSentry } from './visible-sentry.ts';

export async function changeSentry(
  ctx: Ctx<UserActor>,
  guid: string,
  input: BodyOf<'PATCH /sentries/{guid}'>,
  check: (current: SentryOut) => void,
  changed: OnSentryChanged,
): Promise<SentryOut> {
  const current = await administeredSentry(ctx, guid);
  check(toSentry(current));
  if (current.simulatedUntil !== null && input.name !== undefined && input.name !== current.name)
    throw invalid('name', 'a simulated sentry keeps its name, so that it is recognized in every message');
  const changes: Partial<SentryData> = {
    ...(input.name === undefined ? {} : parseResourceName(input.name)),
    ...(input.serialNumber === undefined ? {} : { serialNumber: input.serialNumber }),
    ...(input.reportIntervalSeconds === undefined ? {} : { reportIntervalSeconds: input.reportIntervalSeconds }),
    ...(input.attributes === undefined ? {} : { attributes: checkAttributes(input.attributes) }),
  };
  const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
  await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      if (!(await updateSentry(tx.prisma, ctx.actor.tenant, current, changes, at))) throw new AppError('modifiedSince');
      await changed(tx, { tenant: ctx.actor.tenant, location: current.locationGuid, sentry: guid, change: 'UPDATED' });
      const after = await findSentry(tx.prisma, ctx.actor.tenant, guid);
      if (after === null) throw new AppError('notFound');
      await audit(ctx, tx, {
        action: 'SENTRY_CHANGED',
        target: auditTarget(after),
        ...difference(auditFields(current), auditFields(after)),
      });
    }),
  );
  ctx.pubSub.notify();
  return toSentry(await visibleSentry(ctx, guid));
}
