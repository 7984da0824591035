/** The preferences as a sentence: what the user is notified of, where, when and on which channel. */
import type { ChannelKind } from '@picket/domain/channels';
import {
  commonMinSeverity,
  type NotificationPreferences,
  type QuietHours,
} from '@picket/domain/notification-preferences';
import { channelText } from '../../lib/kind-texts.ts';
import { listText } from '../../lib/list-text.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { strong } from '../../ui/rich-tags.tsx';
import { placesText } from './places-text.ts';

interface Props {
  readonly preferences: NotificationPreferences;
  /** Those on which messages can be sent. */
  readonly channels: readonly ChannelKind[];
  readonly locations: readonly { readonly guid: string; readonly name: string }[];
}

const isEveryNight = ({ schedule }: QuietHours): boolean =>
  schedule.daysOfWeek.length === 7 && schedule.beginHour > schedule.endHour;

function hoursText(t: Translator, quietHours: QuietHours | null): string {
  if (quietHours === null) return t('notifications.atAnyHour');
  return t(`notifications.${isEveryNight(quietHours) ? 'night' : 'quiet'}.${quietHours.except}`);
}

export function NotificationSummary({ preferences, channels, locations }: Props) {
  const t = useText();
  if (channels.length === 0) return <p>{t('notifications.nothingReaches')}</p>;
  const severity = commonMinSeverity(preferences, channels);
  if (severity === 'off') return <p>{t('notifications.notNotified')}</p>;
  return (
    <p>
      {t.rich('notifications.summary', {
        alerts: t(`notifications.summaryAlerts.${severity ?? 'chosen'}`),
        places: placesText(t, preferences, locations),
        hours: hoursText(t, preferences.quietHours),
        channels: listText(
          t,
          channels.map((channel) => channelText(t, channel)),
        ),
        b: strong,
      })}
    </p>
  );
}
