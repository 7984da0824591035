/** Labels of notifications: minimum severities, reasons, states of a delivery. */
import type { SuppressionReason } from '@picket/contracts/notifications';
import type { AlertDeliveryOut, DestinationOut } from '@picket/contracts/types';
import { CHANNELS, type ChannelKind } from '@picket/domain/channels';
import type { MinSeverity } from '@picket/domain/notification-preferences';
import { formatDateTime, formatTimeWithSeconds } from '../../lib/format-time.ts';

export const MIN_SEVERITY_LABELS: Readonly<Record<MinSeverity, string>> = {
  critical: 'Critical',
  warning: 'From warning',
  info: 'From info',
  everything: 'Everything',
  off: 'Nothing',
};

export const REASON_LABELS: Readonly<Record<SuppressionReason, string>> = {
  DO_NOT_DISTURB: 'do not disturb of its policy',
  QUIET_HOURS: 'quiet hours',
  MAINTENANCE: 'maintenance of the location',
  SNOOZED: 'snoozed',
  GROUPED: 'grouped under another alert, which is notified instead',
  GROUPING: 'waiting for other alerts to be grouped with',
  WAITING_FOR_PREDECESSOR: 'the previous message is not delivered yet',
  CATCHING_UP: 'its sentry is still sending data from while it was offline',
  NOT_CHOSEN: 'not chosen',
  NO_PERMISSION: 'no access to the location',
  GONE: 'the channel was removed',
  CHANNEL_NOT_SET_UP: 'no mail server is set up',
  NOT_NOTIFIED: 'it was not notified that it was raised',
  WITHDRAWN: 'it was withdrawn before anybody was notified',
  REOPENED: 'it was raised again',
  ENDED: 'it was cleared',
  ACKNOWLEDGED: 'somebody acknowledged it',
};

const CHANGE_LABELS: Readonly<Record<AlertDeliveryOut['change'], string>> = {
  RAISED: 'that it was raised',
  CLEARED: 'that it was cleared',
  OCCURRED: 'that it occurred',
  REMINDER: 'that it is still open',
};

export const channelName = (kind: ChannelKind): string => CHANNELS[kind].label;

/** The channel, and its name where that says more than the recipient. */
export const channelText = ({
  to,
  channel,
  destination,
}: Pick<AlertDeliveryOut, 'to' | 'channel' | 'destination'>): string => {
  if (channel === undefined) return '';
  return destination === undefined || destination === to
    ? channelName(channel)
    : `${channelName(channel)}, ${destination}`;
};

/** What the recipient was notified of, and when or why not. */
export function deliveryText(delivery: AlertDeliveryOut, timezone: string): string {
  const { change, occurrence, state, reason, until, settledAt } = delivery;
  const what = change === 'REMINDER' ? `${CHANGE_LABELS[change]}, notification ${occurrence}` : CHANGE_LABELS[change];
  const why = reason === undefined ? '' : REASON_LABELS[reason];
  switch (state) {
    case 'SENT':
      return `notified ${what}${settledAt === undefined ? '' : ` at ${formatTimeWithSeconds(Date.parse(settledAt), timezone)}`}`;
    case 'FAILED':
      return `could not be notified ${what}`;
    case 'SKIPPED':
      return `not notified ${what}: ${why}`;
    case 'SUPPRESSED':
      return `to be notified ${what}${until === undefined ? '' : ` after ${formatDateTime(Date.parse(until), timezone)}`}: ${why}`;
    case 'COMPOSED':
      return `being notified ${what}`;
    case 'DUE':
      return `about to be notified ${what}`;
  }
}

export const suppressedText = (reason: SuppressionReason): string => `Suppressed before: ${REASON_LABELS[reason]}.`;

/** The health of a channel, in a few words. */
export function healthText({ health, lastProblem }: DestinationOut): string {
  if (health === 'FAILING') return `Failing: ${lastProblem ?? 'no answer'}`;
  return health === 'WORKS' ? 'Works' : 'Not used yet';
}
