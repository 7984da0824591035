/** The two choices most people make: from which severity on, and whether at night. */
import { NativeSelect } from '@mantine/core';
import { CHANNEL_KINDS, type ChannelKind } from '@picket/domain/channels';
import {
  commonMinSeverity,
  MIN_SEVERITIES,
  type NotificationPreferences,
  type QuietHours,
  withMinSeverity,
} from '@picket/domain/notification-preferences';
import { scheduleText } from '@picket/domain/schedules';
import { viewerTimezone } from '../../lib/formats.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';

const nights = (): QuietHours => ({
  schedule: { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], beginHour: 22, beginMinute: 0, endHour: 6, endMinute: 0 },
  timezone: viewerTimezone(),
  except: 'critical',
  channels: [...CHANNEL_KINDS],
});

type QuietChoice = 'NEVER' | 'NIGHTS' | 'OWN';

function quietChoiceOf(quietHours: QuietHours | null): QuietChoice {
  if (quietHours === null) return 'NEVER';
  const { schedule, except } = nights();
  return scheduleText(quietHours.schedule) === scheduleText(schedule) && quietHours.except === except
    ? 'NIGHTS'
    : 'OWN';
}

interface Props {
  readonly preferences: NotificationPreferences;
  readonly channels: readonly ChannelKind[];
  readonly onChange: (preferences: NotificationPreferences) => void;
}

export function SimplePreferences({ preferences, channels, onChange }: Props) {
  const t = useText();
  const formats = useFormats('UTC');
  const hour = (hours: number): string => formats.time(Date.UTC(2024, 0, 1, hours));
  const severity = commonMinSeverity(preferences, channels);
  const quiet = quietChoiceOf(preferences.quietHours);
  return (
    <div className="filters">
      <NativeSelect
        label={t('notifications.notifyMeOf')}
        data={[
          ...(severity === null ? [{ value: '', label: t('notifications.perChannel') }] : []),
          ...MIN_SEVERITIES.map((one) => ({ value: one, label: t(`notifications.alerts.${one}`) })),
        ]}
        value={severity ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = MIN_SEVERITIES.find((one) => one === value);
          if (chosen !== undefined) onChange(withMinSeverity(preferences, chosen));
        }}
      />
      <NativeSelect
        label={t('notifications.atNight')}
        data={[
          { value: 'NEVER', label: t('notifications.asByDay') },
          { value: 'NIGHTS', label: t('notifications.nights', { from: hour(22), to: hour(6) }) },
          ...(quiet === 'OWN' ? [{ value: 'OWN', label: t('notifications.ownQuietHours') }] : []),
        ]}
        value={quiet}
        onChange={({ currentTarget: { value } }) => {
          if (value !== 'OWN') onChange({ ...preferences, quietHours: value === 'NIGHTS' ? nights() : null });
        }}
      />
    </div>
  );
}
