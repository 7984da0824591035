/** Who would be notified of such an alert at a given time, on which channel: the rules that send, applied to that time. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { SuppressionReason } from '@picket/contracts/notifications';
import type { NotificationPreviewOut } from '@picket/contracts/types';
import { type NotifiableAlert, quietHoursUntil } from '@picket/domain/notification-preferences';
import { isAdmin } from '@picket/domain/permissions';
import { quietIntervalAt } from '@picket/domain/schedules';
import { formatInstant, type Millis, parseInstant } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { visibleLocation } from '../../locations/index.ts';
import { isMailConfigured } from '../../mail/index.ts';
import { contentOf, requirePolicy } from '../../policies/index.ts';
import { activeMaintenance } from '../maintenance/maintenance-store.ts';
import { listRecipients } from '../recipients/recipient-store.ts';
import { isEligible, type Recipient, skipReason } from '../recipients/recipients.ts';

export async function previewNotifications(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /notifications/preview'>,
): Promise<NotificationPreviewOut> {
  const location = await visibleLocation(ctx, input.location);
  const at = parseInstant(input.at) ?? ctx.clock.now();
  const held = await findCommonSuppression(ctx, input, location.timezone, at);
  const notifiable: NotifiableAlert = { kind: input.kind, severity: input.severity, location: location.guid };
  const recipients = (await listRecipients(ctx.db.console, [ctx.actor.tenant])).get(ctx.actor.tenant) ?? [];
  const visible = recipients.filter(({ owner }) => isAdmin(ctx.actor.permissions) || owner === ctx.actor.guid);
  const mail = isMailConfigured(ctx);
  return {
    timezone: location.timezone,
    ...(held === null ? {} : { suppressedFor: held.reason, until: formatInstant(held.until) }),
    recipients: visible.map((recipient) => toRecipientOut(recipient, notifiable, at, mail)),
  };
}

function toRecipientOut(
  recipient: Recipient,
  notifiable: NotifiableAlert,
  at: Millis,
  mail: boolean,
): NotificationPreviewOut['recipients'][number] {
  const routes = recipient.routes.map((route) => {
    const subscriptionReason = skipReason(recipient, notifiable, route, mail);
    const quiet =
      subscriptionReason === null
        ? quietHoursUntil(recipient.preferences, notifiable.severity, route.channel, at)
        : null;
    const reason: SuppressionReason | null = subscriptionReason ?? (quiet === null ? null : 'QUIET_HOURS');
    return {
      channel: route.channel,
      destination: route.name,
      notified: reason === null,
      ...(reason === null ? {} : { reason }),
      ...(quiet === null ? {} : { until: formatInstant(quiet + 1) }),
    };
  });
  return {
    guid: recipient.owner,
    name: recipient.name,
    isShared: recipient.isShared,
    routes,
    ...(isEligible(recipient, notifiable) ? {} : { reason: 'NO_PERMISSION' as const }),
  };
}

/** What suppresses it for everybody at that time. */
async function findCommonSuppression(
  ctx: Ctx<UserActor>,
  { location, policy }: { readonly location: string; readonly policy?: string | undefined },
  timezone: string,
  at: Millis,
): Promise<{ readonly reason: SuppressionReason; readonly until: Millis } | null> {
  const maintenance = (await activeMaintenance(ctx.db.console, ctx.actor.tenant, [location], at)).get(location);
  if (maintenance !== undefined) return { reason: 'MAINTENANCE', until: maintenance };
  if (policy === undefined) return null;
  const { doNotDisturb } = contentOf(await requirePolicy(ctx, ctx.db, policy));
  const quiet = doNotDisturb === null ? null : quietIntervalAt(doNotDisturb, timezone, at);
  return quiet === null ? null : { reason: 'DO_NOT_DISTURB', until: quiet.until + 1 };
}
