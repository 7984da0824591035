/** What notifications, their channels and their deliveries are called. */
import type { SuppressionReason } from '@picket/contracts/notifications';
import type { AlertDeliveryOut, AlertDetailOut, DestinationOut } from '@picket/contracts/types';
import { type ChannelKind, channelTraits, type FormChannel } from '@picket/domain/channels';
import { MIN_SEVERITIES, type MinSeverity } from '@picket/domain/notification-preferences';
import type { HintedSettingKey, SettingKey } from '@picket/i18n/kind-catalogs';
import type { Formats } from '../../lib/formats.ts';
import { channelText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';

/** One line for who chooses the channel. */
export const channelAbout = (t: Translator, kind: ChannelKind): string => t(`channels.about.${kind}`);
/** What to look at where a test does not arrive. */
export const channelHelp = (t: Translator, kind: ChannelKind): string => t(`channels.help.${kind}`);

/** Guarantee: `name` is one of the settings in the row of the channel. */
const settingKey = (kind: FormChannel, name: string): SettingKey => `${kind}.${name}` as SettingKey;

export const settingText = (t: Translator, kind: FormChannel, name: string): string =>
  t(`channels.setting.${settingKey(kind, name)}`);

/** What stands below the input of a setting; undefined: nothing. */
export function settingHint(t: Translator, kind: FormChannel, name: string): string | undefined {
  if (channelTraits(kind).settings[name]?.hasHint !== true) return undefined;
  // Guarantee: the row of the setting says that it has a hint.
  return t(`channels.hint.${settingKey(kind, name) as HintedSettingKey}`);
}

/** The minimum severities as options of a select. */
export const minSeverityOptions = (t: Translator, choices: readonly MinSeverity[] = MIN_SEVERITIES) =>
  choices.map((value) => ({ value, label: t(`notifications.floor.${value}`) }));

export const reasonText = (t: Translator, reason: SuppressionReason): string => t(`notifications.reason.${reason}`);

/** The channel, and its name where that says more than the recipient. */
export function recipientChannelText(
  t: Translator,
  { to, channel, destination }: Pick<AlertDeliveryOut, 'to' | 'channel' | 'destination'>,
): string {
  if (channel === undefined) return '';
  const name = channelText(t, channel);
  return destination === undefined || destination === to ? name : `${name}, ${destination}`;
}

/** What the recipient was notified of, or why not; the time of it stands beside it. */
export function deliveryLine(t: Translator, formats: Formats, delivery: AlertDeliveryOut): string {
  const { occurrence, state, until } = delivery;
  const change =
    delivery.change === 'REMINDER'
      ? t('notifications.change.REMINDER', { count: occurrence })
      : t(`notifications.change.${delivery.change}`);
  const reason = delivery.reason === undefined ? '' : reasonText(t, delivery.reason);
  if (state === 'SUPPRESSED' && until !== undefined)
    return t('notifications.deliveryAfter', { change, reason, time: formats.dateTime(until) });
  return state === 'SKIPPED' || state === 'SUPPRESSED'
    ? t(`notifications.delivery.${state}`, { change, reason })
    : t(`notifications.delivery.${state}`, { change });
}

/** Deliveries that may still notify somebody. */
const WAITING: readonly AlertDeliveryOut['state'][] = ['DUE', 'SUPPRESSED', 'COMPOSED'];

/** How many were notified of an alert, or why nobody is; once it has ended and nothing waits, that nobody was. */
export function notifiedText(
  t: Translator,
  { deliveries, severity, endedAt }: Pick<AlertDetailOut, 'deliveries' | 'severity' | 'endedAt'>,
): string {
  const notified = new Set(deliveries.filter(({ state }) => state === 'SENT').map(({ to }) => to)).size;
  if (notified > 0) return t('notifications.notifiedCount', { count: notified });
  if (deliveries.length === 0 && severity < 100) return t('notifications.noSeverity');
  if (deliveries.some(({ state }) => WAITING.includes(state))) return t('notifications.notNotifiedYet');
  if (endedAt !== undefined) return t('notifications.endedUnnotified');
  return deliveries.length === 0 ? t('notifications.noRecipients') : t('notifications.notNotifiedYet');
}

/** The health of a channel, in a few words. */
export function healthText(t: Translator, { health, lastProblem }: DestinationOut): string {
  if (health === 'FAILING') return t('notifications.failing', { problem: lastProblem ?? t('notifications.noAnswer') });
  return health === 'WORKS' ? t('notifications.works') : t('notifications.notUsedYet');
}
