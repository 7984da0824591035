/** A day of the calendar, which opens its history. */
import { IconMovie } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Formats } from '../../../lib/formats.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { toSpanQuery } from '../../../lib/time-span.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { localDayBounds } from '../../../lib/zoned-time.ts';
import { classNames } from '../../../ui/controls/class-names.ts';
import { StateIcon } from '../../../ui/icons.tsx';
import styles from './calendar.module.css';
import { type DayTone, toneColor } from './day-tones.ts';
import type { CalendarDay, CalendarMeasure } from './use-calendar.ts';

const MINUTE = 60_000;

interface Props {
  readonly day: CalendarDay;
  readonly by: CalendarMeasure;
  readonly tone: DayTone;
  readonly location: string;
  readonly timezone: string;
  readonly isToday: boolean;
  /** Recorded on it. */
  readonly clips: number;
}

export function CalendarDayCell({ day, by, tone: { tone, share }, location, timezone, isToday, clips }: Props) {
  const t = useText();
  const formats = useFormats();
  const { from, to } = localDayBounds(day.day, timezone);
  const isUnknown = !day.hasReadings && tone === null;
  return (
    <Link
      to={`/locations/${location}/history?${new URLSearchParams(toSpanQuery(from, to))}`}
      className={classNames(styles.day, isUnknown && styles.unknown, isToday && styles.today)}
      aria-current={isToday ? 'date' : undefined}
      style={tone === null ? undefined : { background: toneColor(tone, share) }}
    >
      <span className="num" aria-hidden="true">
        {Number(day.day.slice(8))}
      </span>
      <span className="visually-hidden">
        {t('calendar.day.text', { day: formats.plainDate(day.day), text: dayText(t, formats, day) })}
        {clips > 0 && `, ${t('calendar.day.clips', { count: clips })}`}
      </span>
      {(tone !== null || clips > 0) && (
        <span className={styles.values} aria-hidden="true">
          {tone !== null && (
            <span className={`${styles.value} num`}>
              {by === 'alerts' ? (
                <>
                  <StateIcon state={tone} size={12} /> {formats.number(day.alerts)}
                </>
              ) : (
                formats.duration(day.outOfRangeMinutes * MINUTE)
              )}
            </span>
          )}
          {clips > 0 && (
            <span className={`${styles.value} num`}>
              <IconMovie size={13} /> {formats.number(clips)}
            </span>
          )}
        </span>
      )}
    </Link>
  );
}

/** "3 alerts: 1 critical, 2 info" */
function alertsText(t: Translator, { alerts, bySeverity: { critical, warning, info } }: CalendarDay): string {
  const parts = [
    ...(critical > 0 ? [t('calendar.day.critical', { count: critical })] : []),
    ...(warning > 0 ? [t('calendar.day.warning', { count: warning })] : []),
    ...(info > 0 ? [t('calendar.day.info', { count: info })] : []),
  ];
  return t('calendar.day.alerts', { count: alerts, parts: parts.join(', ') });
}

/** "3 alerts: 1 critical, 2 info, 3 h out of range" */
function dayText(t: Translator, formats: Formats, day: CalendarDay): string {
  const { alerts, outOfRangeMinutes, hasReadings } = day;
  const count = alertsText(t, day);
  const outOfRange = t('calendar.day.outOfRange', { duration: formats.duration(outOfRangeMinutes * MINUTE) });
  if (alerts > 0 && outOfRangeMinutes > 0) return t('calendar.day.both', { alerts: count, outOfRange });
  if (alerts > 0) return count;
  if (outOfRangeMinutes > 0) return outOfRange;
  return hasReadings ? t('calendar.day.quiet') : t('calendar.day.unknown');
}
