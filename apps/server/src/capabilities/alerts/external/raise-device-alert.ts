import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant, parseInstant } from '@picket/domain/time';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { countAsReadings, type SentryThrottle } from '../../../platform/http/sentry-throttle.ts';
import { guidOfParts } from '../../../platform/keys/ids.ts';
import { lockInstalledSentry } from '../../sentries/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { type ExternalAlertRow, findNewestDeviceAlert } from './external-alert-store.ts';
import { recordExternalAlert } from './record-external-alert.ts';

const MAX_CLOCK_AHEAD_MS = 60_000;
/** A device that got no answer sends an alert again within this time. */
const REPEATED_WITHIN_MS = 86_400_000;
/** What it costs to store it, and to notify everybody of it, counted in readings. */
const ALERT_COST = 1000;

interface DeviceAlert {
  readonly severity: number;
  readonly message: string;
  readonly at: string;
}

/** An alert raised by the device itself (ALERT). Throws a 429 where its sentry has sent more than it may. */
export const raiseDeviceAlert = (
  ctx: Ctx<SentryActor>,
  throttle: SentryThrottle,
  input: DeviceAlert,
  changed: OnAlertsChanged,
): Promise<ResponseOf<'POST /sentry/alerts'>> =>
  countAsReadings(ctx, throttle, ALERT_COST, () => recordDeviceAlert(ctx, input, changed));

async function recordDeviceAlert(
  ctx: Ctx<SentryActor>,
  input: DeviceAlert,
  changed: OnAlertsChanged,
): Promise<ResponseOf<'POST /sentry/alerts'>> {
  const now = ctx.clock.now();
  const at = parseInstant(input.at) ?? now;
  if (at > now + MAX_CLOCK_AHEAD_MS)
    throw invalid('at', `lies in the future; the server's time is ${formatInstant(now)}`);
  const { tenant, location, guid: sentry } = ctx.actor;
  const { severity, message } = input;
  const guid = await ctx.db.inTx(async ({ sql }) => {
    // A server remembers for a moment whose token it is; alerts of a removed sentry would never be cleared.
    if (!(await lockInstalledSentry(sql, tenant, sentry))) throw new AppError('unauthenticated');
    const last = await findNewestDeviceAlert(sql, tenant, { sentry, severity, message, at });
    // A device that got no answer sends it again: it is the same alert.
    if (last?.isOpen === true && now - last.createdAt < REPEATED_WITHIN_MS) return last.guid;
    // One whose clock stands still sends the same time with each. Of two sent at once both are named alike.
    const parts = [tenant, sentry, at, severity, message];
    const named = last === null ? guidOfParts(...parts) : guidOfParts(...parts, last.guid);
    const alert: ExternalAlertRow = { guid: named, tenant, location, sentry, kind: 'ALERT', severity, message, at };
    await recordExternalAlert(sql, alert, [{ at, code: 'RAISED' }], now, changed);
    return named;
  });
  ctx.pubSub.notify();
  return { guid, serverTime: formatInstant(now) };
}
