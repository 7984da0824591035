/** The preferences as a sentence: what the user is notified of, where, when and on which channel. */
import type { ChannelKind } from '@picket/domain/channels';
import {
  commonMinSeverity,
  type MinSeverity,
  type NotificationPreferences,
  type QuietHours,
} from '@picket/domain/notification-preferences';
import { channelName } from './notification-labels.ts';

const ALERTS: Readonly<Record<MinSeverity, string>> = {
  critical: 'critical',
  warning: 'critical and warning',
  info: 'critical, warning and info',
  everything: 'all',
  off: 'no',
};

interface Props {
  readonly preferences: NotificationPreferences;
  /** Those on which messages can be sent. */
  readonly channels: readonly ChannelKind[];
  readonly locations: readonly { readonly guid: string; readonly name: string }[];
}

const list = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

function locationsText({ locations }: NotificationPreferences, all: Props['locations']): string {
  if (locations === 'all') return 'all locations';
  const names = all.filter(({ guid }) => locations.includes(guid)).map(({ name }) => name);
  return names.length > 0 && names.length <= 3 ? list(names) : `${locations.length} locations`;
}

const EXCEPTIONS: Readonly<Record<MinSeverity, string>> = {
  critical: 'only critical ones',
  warning: 'only critical ones and warnings',
  info: 'all but those of severity none',
  everything: 'all',
  off: 'none',
};

const isEveryNight = ({ schedule }: QuietHours): boolean =>
  schedule.daysOfWeek.length === 7 && schedule.beginHour > schedule.endHour;

function hoursText(quietHours: QuietHours | null): string {
  if (quietHours === null) return 'at any hour';
  const hours = isEveryNight(quietHours) ? 'at night' : 'during quiet hours';
  return `${hours} ${EXCEPTIONS[quietHours.except]}`;
}

export function NotificationSummary({ preferences, channels, locations }: Props) {
  if (channels.length === 0) return <p>Nothing yet: no channel reaches you. Choose one first.</p>;
  const { quietHours } = preferences;
  const severity = commonMinSeverity(preferences, channels);
  if (severity === 'off') return <p>You are not notified of alerts. They are shown in the console.</p>;
  return (
    <p>
      {severity === null ? (
        <>
          <strong>the alerts chosen</strong> for each channel
        </>
      ) : (
        <>
          <strong>{ALERTS[severity]}</strong> alerts
        </>
      )}{' '}
      at <strong>{locationsText(preferences, locations)}</strong>, <strong>{hoursText(quietHours)}</strong>, by{' '}
      {list(channels.map(channelName))}; and once more when each one clears.
    </p>
  );
}
