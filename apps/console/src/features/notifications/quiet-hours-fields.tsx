/** Quiet hours of a user: the week, and what is notified during them all the same. */
import { NativeSelect } from '@mantine/core';
import { CHANNEL_KINDS } from '@picket/domain/channels';
import { MIN_SEVERITIES, type QuietHours } from '@picket/domain/notification-preferences';
import { viewerTimezone } from '../../lib/formats.ts';
import { useText } from '../../lib/texts.ts';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { WeeklySchedule } from '../../ui/weekly-schedule.tsx';
import { minSeverityOptions } from './notification-texts.ts';

const EXCEPTIONS = MIN_SEVERITIES.filter((one) => one !== 'everything');

interface Props {
  readonly quietHours: QuietHours | null;
  readonly onChange: (quietHours: QuietHours | null) => void;
}

export function QuietHoursFields({ quietHours, onChange }: Props) {
  const t = useText();
  const timezone = quietHours?.timezone ?? viewerTimezone();
  const chosen = {
    timezone,
    except: 'critical' as const,
    ...quietHours,
    // Nothing here chooses some of them: those that are added later keep quiet as well.
    channels: [...CHANNEL_KINDS],
  };
  return (
    <>
      <WeeklySchedule
        words={{
          title: t('notifications.quietHours'),
          text: t('notifications.quietHoursText'),
          whose: t('notifications.yourTime'),
        }}
        schedule={quietHours?.schedule ?? null}
        place={{ name: '', timezone }}
        readOnly={false}
        onChange={(schedule) => onChange(schedule === null ? null : { ...chosen, schedule })}
      />
      {quietHours !== null && (
        <section className="stack" aria-label={t('notifications.duringQuietHours')}>
          <h3>{t('notifications.duringQuietHours')}</h3>
          <NativeSelect
            label={t('notifications.notifyAnyway')}
            data={minSeverityOptions(t, EXCEPTIONS)}
            value={quietHours.except}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                ...chosen,
                schedule: quietHours.schedule,
                except: EXCEPTIONS.find((one) => one === value) ?? 'critical',
              })
            }
          />
          <TimezoneField
            value={timezone}
            onChange={(next) => onChange({ ...chosen, schedule: quietHours.schedule, timezone: next })}
          />
        </section>
      )}
    </>
  );
}
