/** Acts by a link in a message, once: acknowledges or snoozes its open alerts. Nobody signs in for it. */
import type { LINK_ACTIONS } from '@picket/contracts/notifications';
import type { ActionLinkOut } from '@picket/contracts/types';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type OnAlertsChanged, recordAcknowledgement, snoozeOpenAlert } from '../../alerts/index.ts';
import { auditAs } from '../../audit/index.ts';
import { recordArrival } from '../destinations/destination-health-store.ts';
import { getAcknowledgementTimeout } from '../preferences/notification-rules.ts';
import { consumeLink } from './action-link-store.ts';
import { alertsOf, auditRefusal, openLink, toActionLink } from './open-link.ts';

type LinkAction = (typeof LINK_ACTIONS)[number];

const SNOOZE_MINUTES: Readonly<Record<LinkAction, number | null>> = {
  ACKNOWLEDGE: null,
  SNOOZE_30: 30,
  SNOOZE_120: 120,
};

export async function runLinkAction(
  platform: Platform,
  token: string,
  action: LinkAction,
  address: string,
  changed: OnAlertsChanged,
): Promise<ActionLinkOut> {
  const opened = await openLink(platform, token, address, (refused, why) =>
    auditRefusal(platform, refused, address, why),
  );
  const { message, actor } = opened;
  const alerts = (await alertsOf(platform, opened)).filter(({ state }) => state === 'OPEN');
  const minutes = SNOOZE_MINUTES[action];
  const isFirst = await platform.db.inTx(async (tx) => {
    const at = platform.clock.now();
    if (!(await consumeLink(tx.sql, message.tenant, message.guid, action, actor.name, at))) return false;
    // Who acts by a link in a message has received it.
    await recordArrival(tx.sql, message.tenant, message.destination, at);
    const expiresAfterMinutes = await getAcknowledgementTimeout(tx.sql, message.tenant);
    for (const { guid, message: name } of alerts) {
      const isDone =
        minutes === null
          ? await recordAcknowledgement(tx.sql, message.tenant, guid, actor, { at, expiresAfterMinutes }, changed)
          : await snoozeOpenAlert(tx.sql, message.tenant, guid, actor, { at, until: at + minutes * 60_000 }, changed);
      // Somebody else has acknowledged it, or it is over since: the log says what was done.
      if (!isDone) continue;
      await auditAs(
        platform,
        tx,
        message.tenant,
        { kind: 'USER', guid: actor.guid, name: `${actor.name} (by a link)`, address },
        {
          action: minutes === null ? 'ALERT_ACKNOWLEDGED' : 'ALERT_SNOOZED',
          target: { kind: 'alert', guid, name },
          ...(minutes === null ? {} : { after: { minutes } }),
        },
      );
    }
    return true;
  });
  if (!isFirst) {
    await auditRefusal(platform, message, address, 'it was used before');
    throw new AppError('tokenUsed');
  }
  platform.pubSub.notify();
  return toActionLink(platform, opened);
}
