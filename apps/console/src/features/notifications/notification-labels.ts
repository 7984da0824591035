/** Notifications in plain words: floors, reasons, what became of a delivery. */
import type { AlertDeliveryOut, DestinationOut, SuppressionReason } from '@picket/contracts';
import { CHANNELS, type ChannelKind, type MinSeverity } from '@picket/domain';
import { localMoment, localSeconds } from '../../lib/format.ts';

export const MIN_SEVERITY_LABELS: Readonly<Record<MinSeverity, string>> = {
  critical: 'Critical',
  warning: 'From warning',
  info: 'From info',
  everything: 'Everything',
  off: 'Nothing',
};

export const REASON_LABELS: Readonly<Record<SuppressionReason, string>> = {
  DO_NOT_DISTURB: 'its policy is not to disturb',
  QUIET_HOURS: 'quiet hours',
  MAINTENANCE: 'maintenance of the location',
  SNOOZED: 'it is put off',
  GROUPED: 'it follows from another alert, which is told instead',
  GROUPING: 'it comes with what else happens there within seconds',
  WAITING_FOR_PREDECESSOR: 'what was said before has not arrived yet',
  CATCHING_UP: 'its sentry still sends what it kept while it could not be reached',
  NOT_CHOSEN: 'not chosen',
  NO_PERMISSION: 'may not see the location',
  GONE: 'this way does not exist any more',
  CHANNEL_NOT_SET_UP: 'no mail server is set up',
  NOT_NOTIFIED: 'it was never told that it began',
  WITHDRAWN: 'it was withdrawn before anybody was notified',
  REOPENED: 'it was on again',
  ENDED: 'it was over',
  ACKNOWLEDGED: 'somebody takes care',
};

const CHANGE_LABELS: Readonly<Record<AlertDeliveryOut['change'], string>> = {
  RAISED: 'that it began',
  CLEARED: 'that it is over',
  OCCURRED: 'what happened',
  REMINDER: 'that it is still on',
};

export const channelName = (kind: ChannelKind): string => CHANNELS[kind].label;

/** The way, and which of several it was where its name says more than who was told. */
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

/** "Anna was told that it began, by e-mail", and since when or why not. */
export function deliveryText(delivery: AlertDeliveryOut, timezone: string): string {
  const { change, occurrence, state, reason, until, settledAt } = delivery;
  const what = change === 'REMINDER' ? `${CHANGE_LABELS[change]}, notice ${occurrence}` : CHANGE_LABELS[change];
  const why = reason === undefined ? '' : REASON_LABELS[reason];
  switch (state) {
    case 'SENT':
      return `told ${what}${settledAt === undefined ? '' : ` at ${localSeconds(Date.parse(settledAt), timezone)}`}`;
    case 'FAILED':
      return `could not be told ${what}; given up`;
    case 'SKIPPED':
      return `not told ${what}: ${why}`;
    case 'SUPPRESSED':
      return `to be told ${what}${until === undefined ? '' : ` after ${localMoment(Date.parse(until), timezone)}`}: ${why}`;
    case 'COMPOSED':
      return `being told ${what}`;
    case 'DUE':
      return `about to be told ${what}`;
  }
}

export const suppressedText = (reason: SuppressionReason): string => `Kept back before: ${REASON_LABELS[reason]}.`;

/** How a destination fares, in a few words. */
export function healthText({ health, lastProblem }: DestinationOut): string {
  if (health === 'FAILING') return `Not reached: ${lastProblem ?? 'no answer'}`;
  return health === 'WORKS' ? 'Works' : 'Not tried yet';
}
