/** Quiet hours of a user: the week, and what is notified during them all the same. */
import { NativeSelect } from '@mantine/core';
import type { ChannelKind } from '@picket/domain/channels';
import { MIN_SEVERITIES, type QuietHours } from '@picket/domain/notification-preferences';
import { viewerTimezone } from '../../lib/format-time.ts';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { WeeklySchedule } from '../../ui/weekly-schedule.tsx';
import { MIN_SEVERITY_LABELS } from './notification-labels.ts';

const TEXTS = {
  title: 'Quiet hours',
  text: 'Less severe notifications are suppressed until they end; then one message says what is still open.',
  whose: 'your own time',
};

const EXCEPTIONS = MIN_SEVERITIES.filter((one) => one !== 'everything');

interface Props {
  readonly quietHours: QuietHours | null;
  readonly channels: readonly ChannelKind[];
  readonly onChange: (quietHours: QuietHours | null) => void;
}

export function QuietHoursFields({ quietHours, channels, onChange }: Props) {
  const timezone = quietHours?.timezone ?? viewerTimezone();
  const defaults = { timezone, except: 'critical' as const, channels: [...channels] };
  return (
    <>
      <WeeklySchedule
        words={TEXTS}
        schedule={quietHours?.schedule ?? null}
        place={{ name: '', timezone }}
        readOnly={false}
        onChange={(schedule) => onChange(schedule === null ? null : { ...(quietHours ?? defaults), schedule })}
      />
      {quietHours !== null && (
        <section className="stack" aria-label="During quiet hours">
          <h3>During quiet hours</h3>
          <NativeSelect
            label="Notify anyway"
            data={EXCEPTIONS.map((one) => ({ value: one, label: MIN_SEVERITY_LABELS[one] }))}
            value={quietHours.except}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...quietHours, except: EXCEPTIONS.find((one) => one === value) ?? 'critical' })
            }
          />
          <TimezoneField value={timezone} onChange={(next) => onChange({ ...quietHours, timezone: next })} />
        </section>
      )}
    </>
  );
}
