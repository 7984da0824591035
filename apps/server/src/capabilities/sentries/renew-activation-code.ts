import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { createCode } from './activation/activation-code.ts';
import { replaceActivationCode } from './activation/activation-store.ts';
import { auditTarget } from './sentry-audit.ts';
import { administeredSentry, assertHasDevice } from './visible-sentry.ts';

/** A new activation code; the device in use keeps working until the code is used. */
export async function renewActivationCode(ctx: Ctx<UserActor>, guid: string) {
  const row = await administeredSentry(ctx, guid);
  assertHasDevice(row);
  const { code, shown } = createCode(ctx.clock.now());
  await ctx.db.inTx(async (tx) => {
    await replaceActivationCode(tx.prisma, ctx.actor.tenant, row.guid, code);
    await audit(ctx, tx, { action: 'ACTIVATION_CODE_RENEWED', target: auditTarget(row) });
  });
  return shown;
}
