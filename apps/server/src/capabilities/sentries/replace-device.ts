import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { createCode } from './activation/activation-code.ts';
import { replaceActivationCode } from './activation/activation-store.ts';
import { auditTarget } from './sentry-audit.ts';
import { administeredSentry, assertHasDevice } from './visible-sentry.ts';

/**
 * A code for another device. The one in use works until the new one is activated; then that one takes over the name, the
 * place, the policies and the history, and its activation shows as a device change in the graphs.
 */
export async function replaceDevice(ctx: Ctx<UserActor>, guid: string) {
  const row = await administeredSentry(ctx, guid);
  assertHasDevice(row);
  if (row.activatedAt === null)
    throw new AppError('conflict', { message: 'No device has been activated yet; there is none to replace' });
  const { code, shown } = createCode(ctx.clock.now());
  await ctx.db.inTx(async (tx) => {
    await replaceActivationCode(tx.prisma, ctx.actor.tenant, row.guid, code);
    const { model, serialNumber } = row;
    await audit(ctx, tx, { action: 'SENTRY_REPLACED', target: auditTarget(row), before: { model, serialNumber } });
  });
  return shown;
}
