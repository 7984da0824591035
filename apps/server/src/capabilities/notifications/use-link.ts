/** What a link in a message does: opened, it shows; pressed, it acts, once. Nobody signs in for it. */
import { LINK_ACTIONS, type LinkOfferOut } from '@picket/contracts';
import { isLocationViewer, visibleLocations } from '@picket/domain';
import { AppError, type Platform } from '../../platform/index.ts';
import { type AlertActor, assignAlert, type OnAlertsChanged, snoozeOpenAlert } from '../alerts/index.ts';
import { auditAs } from '../audit/index.ts';
import { readLink } from './action-links.ts';
import { offeredAlerts, takeLink, usedLink } from './link-use-store.ts';
import { listenersOf } from './listener-store.ts';
import type { Listener } from './listeners.ts';
import { findMessage, type LinkedMessage } from './message-store.ts';
import { lapseMinutes } from './notification-rules.ts';

export type LinkAction = (typeof LINK_ACTIONS)[number];

const SNOOZE_MINUTES: Readonly<Record<LinkAction, number | null>> = {
  ACKNOWLEDGE: null,
  SNOOZE_30: 30,
  SNOOZE_120: 120,
};

interface Opened {
  readonly message: LinkedMessage;
  readonly listener: Listener;
  readonly carer: AlertActor;
}

/** The message a token was made for, and who may act by it. Refusals are logged; what was altered looks like nothing. */
async function open(platform: Platform, token: string, address: string): Promise<Opened> {
  const read = readLink(platform.keys, token, platform.clock.now());
  if (read.kind === 'FORGED') {
    platform.log.warn({ address }, 'a link that was not made here was refused');
    throw new AppError('notFound');
  }
  const message = await findMessage(platform.db.console, read.message);
  if (message === null) throw new AppError('notFound');
  if (read.kind === 'EXPIRED') {
    await refuse(platform, message, address, 'it has expired');
    throw new AppError('tokenExpired');
  }
  const everybody = (await listenersOf(platform.db.console, [message.tenant])).get(message.tenant) ?? [];
  const listener = everybody.find(({ owner }) => owner === message.owner);
  if (listener === undefined) {
    await refuse(platform, message, address, 'whom it was sent to is not here any more');
    throw new AppError('notFound');
  }
  const carer = listener.isShared
    ? { guid: null, name: `Somebody at ${listener.name}` }
    : { guid: listener.owner, name: listener.name };
  return { message, listener, carer };
}

const refuse = (platform: Platform, message: LinkedMessage, address: string, why: string): Promise<void> =>
  platform.db.inTx((tx) =>
    auditAs(
      platform,
      tx,
      message.tenant,
      { kind: 'SYSTEM', guid: null, name: `A link sent to ${message.ownerName}`, address },
      { action: 'LINK_REFUSED', target: { kind: 'message', guid: message.guid, name: why } },
    ),
  );

/** Those of its alerts that whom it was sent to may see today. */
async function alertsOf({ db }: Platform, { message, listener }: Opened): Promise<LinkOfferOut['alerts']> {
  const alerts = await offeredAlerts(db.console, message.alerts);
  return alerts.filter(({ location }) =>
    location === undefined
      ? visibleLocations(listener.permissions) === 'all'
      : isLocationViewer(listener.permissions, location.guid),
  );
}

async function offerOf(platform: Platform, opened: Opened): Promise<LinkOfferOut> {
  const alerts = await alertsOf(platform, opened);
  const used = await usedLink(platform.db.console, opened.message.guid);
  const isActable = used === null && alerts.some(({ state }) => state === 'OPEN');
  return {
    to: opened.listener.name,
    tenantName: opened.message.tenantName,
    alerts,
    actions: isActable ? [...LINK_ACTIONS] : [],
    ...(used === null ? {} : { used }),
  };
}

export const showLink = async (platform: Platform, token: string, address: string): Promise<LinkOfferOut> =>
  offerOf(platform, await open(platform, token, address));

export async function useLink(
  platform: Platform,
  token: string,
  action: LinkAction,
  address: string,
  changed: OnAlertsChanged,
): Promise<LinkOfferOut> {
  const opened = await open(platform, token, address);
  const { message, carer } = opened;
  const alerts = (await alertsOf(platform, opened)).filter(({ state }) => state === 'OPEN');
  const minutes = SNOOZE_MINUTES[action];
  const isFirst = await platform.db.inTx(async (tx) => {
    const at = platform.clock.now();
    if (!(await takeLink(tx.sql, message.guid, action, carer.name, at))) return false;
    const lapse = await lapseMinutes(tx.sql, message.tenant);
    for (const { guid } of alerts)
      if (minutes === null) await assignAlert(tx.sql, guid, carer, { at, expiresAfterMinutes: lapse }, changed);
      else await snoozeOpenAlert(tx.sql, guid, carer, { at, until: at + minutes * 60_000 }, changed);
    for (const { guid, message: name } of alerts)
      await auditAs(
        platform,
        tx,
        message.tenant,
        { kind: 'USER', guid: carer.guid, name: `${carer.name} (by a link)`, address },
        {
          action: minutes === null ? 'ALERT_ACKNOWLEDGED' : 'ALERT_SNOOZED',
          target: { kind: 'alert', guid, name },
          ...(minutes === null ? {} : { after: { minutes } }),
        },
      );
    return true;
  });
  if (!isFirst) {
    await refuse(platform, message, address, 'it was used before');
    throw new AppError('tokenUsed');
  }
  platform.pubSub.notify();
  return offerOf(platform, opened);
}
