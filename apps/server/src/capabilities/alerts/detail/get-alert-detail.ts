import type { AlertDetailOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import { isAdmin } from '@picket/domain/permissions';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { changeOfAlert, type PolicyChangeRow } from '../../policies/index.ts';
import type { NotificationQueries, VideoQueries } from '../alert-ports.ts';
import { listNewestComments } from '../comments/list-comments.ts';
import { listSymptoms } from '../lifecycle/incident-store.ts';
import { getVisibleAlert } from '../queries/visible-alert.ts';
import { getAlertParts } from './alert-parts-store.ts';
import { explainNotification } from './explain-notification.ts';

export interface DetailQueries {
  readonly notifications: NotificationQueries;
  readonly videos: VideoQueries;
}

export async function getAlertDetail(
  ctx: Ctx<UserActor>,
  guid: string,
  { notifications, videos }: DetailQueries,
): Promise<AlertDetailOut> {
  const alert = await getVisibleAlert(ctx, guid);
  const { tenant } = ctx.actor;
  const parts = await getAlertParts(ctx.db.console, tenant, alert, ctx.clock.now());
  const video = alert.videoState === undefined ? null : await videos.getAlertVideo(ctx, guid);
  const edit = isEdit(alert.kind) ? await changeOfAlert(ctx.db.console, tenant, guid) : null;
  return {
    ...alert,
    ...(video === null ? {} : { video }),
    ...parts,
    ...(await listNewestComments(ctx.db.console, ctx.actor.tenant, guid)),
    deliveries: [
      ...(await notifications.listDeliveries(ctx.db.console, ctx.actor.tenant, guid, {
        guid: ctx.actor.guid,
        isAdmin: isAdmin(ctx.actor.permissions),
      })),
    ],
    symptoms: (await listSymptoms(ctx.db.console, ctx.actor.tenant, guid)).map(({ sentry, ...symptom }) => ({
      ...symptom,
      ...(sentry === null ? {} : { sentry }),
    })),
    notificationReasons: explainNotification(alert, parts.timeline),
    ...(edit === null ? {} : { change: toPolicyChange(edit) }),
  };
}

const toPolicyChange = ({ policy, sentry, by, changes, restoredAt, restoredBy }: PolicyChangeRow) => ({
  ...(policy === null ? {} : { policy }),
  ...(sentry === null ? {} : { sentry }),
  ...(by === null ? {} : { by }),
  changes,
  restorable: restoredAt === null,
  ...(restoredAt === null ? {} : { restored: { by: restoredBy ?? '', at: formatInstant(restoredAt.getTime()) } }),
});
