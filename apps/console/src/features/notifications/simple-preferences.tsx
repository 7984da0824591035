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
import { viewerTimezone } from '../../lib/format-time.ts';

const MIN_SEVERITY_CHOICES = {
  critical: 'Critical alerts only',
  warning: 'Warnings and critical alerts',
  info: 'Info, warnings and critical alerts',
  everything: 'All alerts',
  off: 'No alerts',
} as const;

const nights = (): QuietHours => ({
  schedule: { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], beginHour: 22, beginMinute: 0, endHour: 6, endMinute: 0 },
  timezone: viewerTimezone(),
  except: 'critical',
  channels: [...CHANNEL_KINDS],
});

type QuietChoice = 'NEVER' | 'NIGHTS' | 'OWN';

function quietChoiceOf(quietHours: QuietHours | null): QuietChoice {
  if (quietHours === null) return 'NEVER';
  return scheduleText(quietHours.schedule) === scheduleText(nights().schedule) ? 'NIGHTS' : 'OWN';
}

interface Props {
  readonly preferences: NotificationPreferences;
  readonly channels: readonly ChannelKind[];
  readonly onChange: (preferences: NotificationPreferences) => void;
}

export function SimplePreferences({ preferences, channels, onChange }: Props) {
  const severity = commonMinSeverity(preferences, channels);
  const quiet = quietChoiceOf(preferences.quietHours);
  return (
    <div className="filters">
      <NativeSelect
        label="Notify me of"
        data={[
          ...(severity === null ? [{ value: '', label: 'As chosen for each channel' }] : []),
          ...MIN_SEVERITIES.map((one) => ({ value: one, label: MIN_SEVERITY_CHOICES[one] })),
        ]}
        value={severity ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = MIN_SEVERITIES.find((one) => one === value);
          if (chosen !== undefined) onChange(withMinSeverity(preferences, chosen));
        }}
      />
      <NativeSelect
        label="At night"
        data={[
          { value: 'NEVER', label: 'As by day' },
          { value: 'NIGHTS', label: 'Critical only, 22:00 to 06:00' },
          ...(quiet === 'OWN' ? [{ value: 'OWN', label: 'As set under quiet hours' }] : []),
        ]}
        value={quiet}
        onChange={({ currentTarget: { value } }) => {
          if (value !== 'OWN') onChange({ ...preferences, quietHours: value === 'NIGHTS' ? nights() : null });
        }}
      />
    </div>
  );
}
