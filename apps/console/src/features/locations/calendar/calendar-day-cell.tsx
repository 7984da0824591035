/** A day of the calendar, which opens its history. */
import { Link } from 'react-router';
import type { Formats } from '../../../lib/formats.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { toSpanQuery } from '../../../lib/time-span.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { localDayBounds } from '../../../lib/zoned-time.ts';
import { StateIcon } from '../../../ui/icons.tsx';
import type { CalendarDay, CalendarMeasure } from './use-calendar.ts';

const MINUTE = 60_000;

interface Props {
  readonly day: CalendarDay;
  readonly by: CalendarMeasure;
  /** How strongly it is colored, 0 to 1. */
  readonly share: number;
  readonly location: string;
  readonly timezone: string;
  readonly isToday: boolean;
}

export function CalendarDayCell({ day, by, share, location, timezone, isToday }: Props) {
  const t = useText();
  const formats = useFormats();
  const { from, to } = localDayBounds(day.day, timezone);
  const isUnknown = !day.hasReadings && share === 0;
  return (
    <Link
      to={`/locations/${location}/history?${new URLSearchParams(toSpanQuery(from, to))}`}
      className={`calendar-day${isUnknown ? ' unknown' : ''}${isToday ? ' today' : ''}`}
      style={
        share > 0
          ? { background: `color-mix(in oklab, var(--critical) ${Math.round(8 + share * 30)}%, var(--surface))` }
          : {}
      }
    >
      <span className="num" aria-hidden="true">
        {Number(day.day.slice(8))}
      </span>
      <span className="visually-hidden">
        {t('calendar.day.text', { day: formats.plainDate(day.day), text: dayText(t, formats, day) })}
      </span>
      {share > 0 && (
        <span className="calendar-value num" aria-hidden="true">
          {by === 'alerts' ? (
            <>
              <StateIcon state={day.worst} size={12} /> {formats.number(day.alerts)}
            </>
          ) : (
            formats.duration(day.outOfRangeMinutes * MINUTE)
          )}
        </span>
      )}
    </Link>
  );
}

/** "2 alerts, 3 h out of range" */
function dayText(t: Translator, formats: Formats, { alerts, outOfRangeMinutes, hasReadings }: CalendarDay): string {
  const count = t('calendar.day.alerts', { count: alerts });
  const outOfRange = t('calendar.day.outOfRange', { duration: formats.duration(outOfRangeMinutes * MINUTE) });
  if (alerts > 0 && outOfRangeMinutes > 0) return t('calendar.day.both', { alerts: count, outOfRange });
  if (alerts > 0) return count;
  if (outOfRangeMinutes > 0) return outOfRange;
  return hasReadings ? t('calendar.day.quiet') : t('calendar.day.unknown');
}
