import type { SentryOut } from '@picket/contracts/types';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AuditActor, audit, auditAs } from '../audit/index.ts';
import { auditFields, auditTarget } from './sentry-audit.ts';
import type { OnSentryChanged } from './sentry-ports.ts';
import { markRemoved, type SentryRow, toSentry } from './sentry-store.ts';
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
  if (current.kind === 'GATEWAY')
    throw new AppError('conflict', { message: 'It stands for an integration: remove the integration instead' });
  await ctx.db.inTx(async (tx) => {
    await remove(ctx, tx, current, changed);
    await audit(ctx, tx, removalOf(current));
  });
  ctx.pubSub.notify();
  ctx.pubSub.publish('sentries', '');
}

/** The same in the caller's transaction, for a sentry without a device of its own; the caller audits it. */
export const removeWithoutDevice = (
  ctx: Ctx<UserActor>,
  tx: Tx,
  sentry: SentryRow,
  changed: OnSentryChanged,
): Promise<void> => remove(ctx, tx, sentry, changed);

/** The same in the caller's transaction, by what is no signed-in user. */
export async function takeOutOfService(
  platform: Platform,
  tx: Tx,
  sentry: SentryRow,
  actor: AuditActor,
  changed: OnSentryChanged,
): Promise<void> {
  await remove(platform, tx, sentry, changed);
  await auditAs(platform, tx, sentry.tenantGuid, actor, removalOf(sentry));
}

async function remove(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  { guid, tenantGuid: tenant, locationGuid: location }: SentryRow,
  changed: OnSentryChanged,
): Promise<void> {
  await markRemoved(tx.prisma, tenant, guid, new Date(clock.now()));
  await changed(tx, { tenant, location, sentry: guid, change: 'REMOVED' });
}

const removalOf = (sentry: SentryRow) =>
  ({ action: 'SENTRY_REMOVED', target: auditTarget(sentry), before: auditFields(sentry) }) as const;
