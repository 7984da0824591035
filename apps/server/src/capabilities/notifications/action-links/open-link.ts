/** What a link in a message stands for: its message, and who may act by it. Nobody signs in for it. */

import { LINK_ACTIONS } from '@picket/contracts/notifications';
import type { ActionLinkOut } from '@picket/contracts/types';
import { linkActorName } from '@picket/domain/actors';
import { isLocationViewer, visibleLocations } from '@picket/domain/permissions';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AlertActor } from '../../alerts/index.ts';
import { auditAs } from '../../audit/index.ts';
import { listRecipients } from '../recipients/recipient-store.ts';
import type { Recipient } from '../recipients/recipients.ts';
import { findConsumedLink, findLinkedMessage, type LinkedMessage, listLinkedAlerts } from './action-link-store.ts';
import { parseLink } from './link-token.ts';

export interface OpenedLink {
  readonly message: LinkedMessage;
  readonly recipient: Recipient;
  readonly actor: AlertActor;
}

/** Called before a link is refused that was good once; `why` is part of a sentence. */
type OnRefused = (message: LinkedMessage, why: string) => Promise<void>;

/** The message a token was made for, and who may act by it. What was altered looks like nothing, and is logged. */
export async function openLink(
  platform: Platform,
  token: string,
  address: string,
  onRefused: OnRefused,
): Promise<OpenedLink> {
  const read = parseLink(platform.keys, token, platform.clock.now());
  if (read.kind === 'FORGED') {
    platform.log.warn({ address }, 'action link with an invalid signature refused');
    throw new AppError('notFound');
  }
  const message = await findLinkedMessage(platform.db.console, read.message);
  if (message === null) throw new AppError('notFound');
  if (read.kind === 'EXPIRED') {
    await onRefused(message, 'it has expired');
    throw new AppError('tokenExpired');
  }
  const recipients = (await listRecipients(platform.db.console, [message.tenant])).get(message.tenant) ?? [];
  const recipient = recipients.find(({ owner }) => owner === message.owner);
  if (recipient === undefined) {
    await onRefused(message, 'the recipient no longer has an account');
    throw new AppError('notFound');
  }
  const actor = recipient.isShared
    ? { guid: null, name: `Somebody at ${recipient.name}` }
    : { guid: recipient.owner, name: recipient.name };
  return { message, recipient, actor };
}

export const auditRefusal = (platform: Platform, message: LinkedMessage, address: string, why: string): Promise<void> =>
  platform.db.inTx((tx) =>
    auditAs(
      platform,
      tx,
      message.tenant,
      { kind: 'SYSTEM', guid: null, name: linkActorName(message.ownerName), address },
      { action: 'LINK_REFUSED', target: { kind: 'message', guid: message.guid, name: why } },
    ),
  );

/** Those of its alerts that the recipient may see today. */
export async function alertsOf({ db }: Platform, { message, recipient }: OpenedLink): Promise<ActionLinkOut['alerts']> {
  const alerts = await listLinkedAlerts(db.console, message.tenant, message.alerts);
  return alerts.filter(({ location }) =>
    location === undefined
      ? visibleLocations(recipient.permissions) === 'all'
      : isLocationViewer(recipient.permissions, location.guid),
  );
}

export async function toActionLink(platform: Platform, opened: OpenedLink): Promise<ActionLinkOut> {
  const alerts = await alertsOf(platform, opened);
  const used = await findConsumedLink(
    platform.db.ofTenant(opened.message.tenant).console,
    opened.message.tenant,
    opened.message.guid,
  );
  const hasActions = used === null && alerts.some(({ state }) => state === 'OPEN');
  return {
    to: opened.recipient.name,
    tenantName: opened.message.tenantName,
    alerts,
    actions: hasActions ? [...LINK_ACTIONS] : [],
    ...(used === null ? {} : { used }),
  };
}
