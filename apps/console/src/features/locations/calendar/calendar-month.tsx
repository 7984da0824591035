/** A month of days. */
import { useFormats } from '../../../lib/use-formats.ts';
import styles from './calendar.module.css';
import { CalendarDayCell } from './calendar-day-cell.tsx';
import { CalendarLegend } from './calendar-legend.tsx';
import { type DayTone, dayTones } from './day-tones.ts';
import type { CalendarDay, CalendarMeasure } from './use-calendar.ts';

interface Props {
  readonly location: string;
  readonly timezone: string;
  /** "November 2026" */
  readonly title: string;
  /** null: it could not be loaded; undefined: not loaded yet. */
  readonly days: readonly CalendarDay[] | null | undefined;
  readonly by: CalendarMeasure;
  /** YYYY-MM-DD */
  readonly today: string;
  /** How many clips were recorded on a day. */
  readonly clips: ReadonlyMap<string, number>;
}

const NO_TONE: DayTone = { tone: null, share: 0 };

/** How many days of the reader's week come before a day. */
const daysBefore = (weekdays: readonly { readonly day: number }[], { day }: CalendarDay): number =>
  weekdays.findIndex((one) => one.day === Temporal.PlainDate.from(day).dayOfWeek);

export function CalendarMonth({ location, timezone, title, days, by, today, clips }: Props) {
  const weekdays = useFormats().weekdays();
  const tones = dayTones(days ?? [], by);
  return (
    <div className={`card ${styles.frame}`}>
      <div className={`${styles.weekdays} small muted`} aria-hidden="true">
        {weekdays.map(({ day, name }) => (
          <span key={day}>{name}</span>
        ))}
      </div>
      <ul className={styles.days} aria-label={title}>
        {days?.map((day, index) => (
          <li key={day.day} style={index === 0 ? { gridColumnStart: daysBefore(weekdays, day) + 1 } : undefined}>
            {day.day > today ? (
              <span className={`${styles.day} ${styles.future} num`}>{Number(day.day.slice(8))}</span>
            ) : (
              <CalendarDayCell
                day={day}
                by={by}
                tone={tones[index] ?? NO_TONE}
                location={location}
                timezone={timezone}
                isToday={day.day === today}
                clips={clips.get(day.day) ?? 0}
              />
            )}
          </li>
        ))}
        {days === undefined && <li className={`skeleton ${styles.wait}`} aria-hidden="true" />}
      </ul>
      <CalendarLegend by={by} hasClips={clips.size > 0} />
    </div>
  );
}
