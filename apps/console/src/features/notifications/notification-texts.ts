/** What notifications, their channels and their deliveries are called. */
import type { SuppressionReason } from '@picket/contracts/notifications';
import type { AlertDeliveryOut, DestinationOut } from '@picket/contracts/types';
import type { CHANNELS, ChannelKind, FormChannel } from '@picket/domain/channels';
import { MIN_SEVERITIES, type MinSeverity } from '@picket/domain/notification-preferences';
import type { KeyOf } from '@picket/i18n/messages';
import type { Formats } from '../../lib/formats.ts';
import { channelText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';
import type { Catalogs } from '../../locales/english.ts';

/** Texts of channels take no values; the compiler names a channel that has none. */
const channelLabel = (
  t: Translator,
  key: Extract<KeyOf<Catalogs>, `notifications.${'about' | 'help' | 'setting' | 'hint'}.${string}`>,
): string => t(key);

/** One line for who chooses the channel. */
export const channelAbout = (t: Translator, kind: ChannelKind): string =>
  channelLabel(t, `notifications.about.${kind}`);
/** What to look at where a test does not arrive. */
export const channelHelp = (t: Translator, kind: ChannelKind): string => channelLabel(t, `notifications.help.${kind}`);

/** `NTFY.topic`, for every setting that is typed into a form. */
type SettingKey = {
  [Kind in FormChannel]: `${Kind}.${keyof (typeof CHANNELS)[Kind]['settings'] & string}`;
}[FormChannel];

type HintKey = keyof Catalogs['notifications'] extends infer Key
  ? Key extends `hint.${infer Setting}`
    ? Setting
    : never
  : never;

/** Settings with a hint below their input. */
const HINTS: Readonly<Record<HintKey, true>> = {
  'NTFY.server': true,
  'NTFY.topic': true,
  'SLACK.url': true,
  'TEAMS.url': true,
  'WEBHOOK.url': true,
  'APPRISE.tag': true,
};
const isHinted = (key: string): key is HintKey => Object.hasOwn(HINTS, key);

/** Guarantee: `name` is one of the settings in the row of the channel. */
const settingKey = (kind: FormChannel, name: string): SettingKey => `${kind}.${name}` as SettingKey;

export const settingText = (t: Translator, kind: FormChannel, name: string): string =>
  channelLabel(t, `notifications.setting.${settingKey(kind, name)}`);

export function settingHint(t: Translator, kind: FormChannel, name: string): string | undefined {
  const key = settingKey(kind, name);
  return isHinted(key) ? channelLabel(t, `notifications.hint.${key}`) : undefined;
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

/** What the recipient was notified of, and when or why not. */
export function deliveryText(t: Translator, formats: Formats, delivery: AlertDeliveryOut): string {
  const { occurrence, state, until, settledAt } = delivery;
  const change =
    delivery.change === 'REMINDER'
      ? t('notifications.change.REMINDER', { count: occurrence })
      : t(`notifications.change.${delivery.change}`);
  const reason = delivery.reason === undefined ? '' : reasonText(t, delivery.reason);
  if (state === 'SENT' && settledAt !== undefined)
    return t('notifications.deliverySentAt', { change, time: formats.timeWithSeconds(settledAt) });
  if (state === 'SUPPRESSED' && until !== undefined)
    return t('notifications.deliveryAfter', { change, reason, time: formats.dateTime(until) });
  return state === 'SKIPPED' || state === 'SUPPRESSED'
    ? t(`notifications.delivery.${state}`, { change, reason })
    : t(`notifications.delivery.${state}`, { change });
}

/** The health of a channel, in a few words. */
export function healthText(t: Translator, { health, lastProblem }: DestinationOut): string {
  if (health === 'FAILING') return t('notifications.failing', { problem: lastProblem ?? t('notifications.noAnswer') });
  return health === 'WORKS' ? t('notifications.works') : t('notifications.notUsedYet');
}
