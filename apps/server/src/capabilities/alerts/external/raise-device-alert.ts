import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant, parseInstant } from '@picket/domain/time';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { lockInstalledSentry } from '../../sentries/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import type { ExternalAlertRow } from './external-alert-store.ts';
import { recordExternalAlert } from './record-external-alert.ts';

const MAX_CLOCK_AHEAD_MS = 60_000;

/** An alert raised by the device itself (ALERT). */
export async function raiseDeviceAlert(
  ctx: Ctx<SentryActor>,
  input: { readonly severity: number; readonly message: string; readonly at: string },
  changed: OnAlertsChanged,
): Promise<ResponseOf<'POST /sentry/alerts'>> {
  const now = ctx.clock.now();
  const at = parseInstant(input.at) ?? now;
  if (at > now + MAX_CLOCK_AHEAD_MS)
    throw invalid('at', `lies in the future; the server's time is ${formatInstant(now)}`);
  const guid = newGuid();
  const { tenant, location, guid: sentry } = ctx.actor;
  const { severity, message } = input;
  const alert: ExternalAlertRow = { guid, tenant, location, sentry, kind: 'ALERT', severity, message, at };
  await ctx.db.inTx(async ({ sql }) => {
    // A server remembers for a moment whose token it is; alerts of a removed sentry would never be cleared.
    if (!(await lockInstalledSentry(sql, tenant, sentry))) throw new AppError('unauthenticated');
    await recordExternalAlert(sql, alert, [{ at, code: 'RAISED' }], now, changed);
  });
  ctx.pubSub.notify();
  return { guid, serverTime: formatInstant(now) };
}
