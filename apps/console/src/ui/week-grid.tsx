/** A week as a row of hours for each day, on which a do-not-disturb schedule is shown and painted. */
import type { DoNotDisturb } from '@picket/domain/policies';
import { endsNextDay } from '@picket/domain/schedules';
import { type PointerEvent, useRef } from 'react';
import type { Formats } from '../lib/formats.ts';
import { useText } from '../lib/texts.ts';
import { useFormats } from '../lib/use-formats.ts';
import { cellAt } from './cell-at.ts';
import { hidden } from './rich-tags.tsx';
import styles from './week-grid.module.css';

/** In the order of the reader's week, each 1 (Monday) to 7. */
type Days = ReturnType<Formats['weekdays']>;

const HOURS = 24;

interface Hour {
  /** The place of the day in the grid. */
  readonly row: number;
  readonly hour: number;
}

const hourAt = (event: PointerEvent<HTMLElement>, days: Days): Hour => {
  const { row, column } = cellAt(event, days.length, HOURS);
  return { row, hour: column };
};

/** The schedule of a painted rectangle. An interval of a whole day would end where it starts: it ends a minute earlier. */
function scheduleBetween(one: Hour, other: Hour, days: Days): DoNotDisturb {
  const beginHour = Math.min(one.hour, other.hour);
  const end = Math.max(one.hour, other.hour) + 1;
  const isWholeDay = beginHour === 0 && end === HOURS;
  return {
    daysOfWeek: days
      .slice(Math.min(one.row, other.row), Math.max(one.row, other.row) + 1)
      .map(({ day }) => day)
      .sort((a, b) => a - b),
    beginHour,
    beginMinute: 0,
    endHour: isWholeDay ? 23 : end % HOURS,
    endMinute: isWholeDay ? 59 : 0,
  };
}

/** How much of an hour is quiet: an interval from the day before is drawn where it continues. */
function quietPart(schedule: DoNotDisturb | null, day: number, hour: number): number {
  if (schedule === null) return 0;
  const begin = schedule.beginHour + schedule.beginMinute / 60;
  const end = schedule.endHour + schedule.endMinute / 60;
  const over = endsNextDay(schedule);
  const part = (from: number, to: number): number => Math.max(0, Math.min(hour + 1, to) - Math.max(hour, from));
  const yesterday = day === 1 ? 7 : day - 1;
  const own = schedule.daysOfWeek.includes(day) ? part(begin, over ? HOURS : end) : 0;
  const rolled = over && schedule.daysOfWeek.includes(yesterday) ? part(0, end) : 0;
  return Math.min(1, own + rolled);
}

interface Props {
  readonly schedule: DoNotDisturb | null;
  readonly readOnly: boolean;
  readonly onPaint: (schedule: DoNotDisturb) => void;
  readonly onDay: (day: number) => void;
}

export function WeekGrid({ schedule, readOnly, onPaint, onDay }: Props) {
  const t = useText();
  const days = useFormats().weekdays();
  return (
    <div className={styles.week}>
      <div className={`${styles.hours} num`} aria-hidden="true">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour} style={{ left: `${(hour / HOURS) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      <div className={styles.days}>
        {days.map(({ day, name }) =>
          readOnly ? (
            <span key={day}>{name}</span>
          ) : (
            <button
              key={day}
              type="button"
              aria-pressed={schedule?.daysOfWeek.includes(day) ?? false}
              onClick={() => onDay(day)}
            >
              {t.rich('ui.schedule.day', { day: name, hidden })}
            </button>
          ),
        )}
      </div>
      <WeekCells days={days} schedule={schedule} onPaint={readOnly ? null : onPaint} />
    </div>
  );
}

interface CellsProps {
  readonly days: Days;
  readonly schedule: DoNotDisturb | null;
  /** null: it is only shown. */
  readonly onPaint: Props['onPaint'] | null;
}

function WeekCells({ days, schedule, onPaint }: CellsProps) {
  const start = useRef<Hour | null>(null);
  const paint = (event: PointerEvent<HTMLElement>): void => {
    if (start.current !== null) onPaint?.(scheduleBetween(start.current, hourAt(event, days), days));
  };
  const painting =
    onPaint === null
      ? {}
      : {
          onPointerDown: (event: PointerEvent<HTMLElement>) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            start.current = hourAt(event, days);
            paint(event);
          },
          onPointerMove: paint,
          onPointerUp: () => {
            start.current = null;
          },
        };
  return (
    <div
      className={styles.cells}
      data-paintable={onPaint !== null || undefined}
      data-week
      aria-hidden="true"
      {...painting}
    >
      {days.flatMap(({ day }) =>
        Array.from({ length: HOURS }, (_, hour) => {
          const part = quietPart(schedule, day, hour);
          const extent = part === 0 ? undefined : part < 1 ? 'part' : 'quiet';
          return <span key={`${day.toString()} ${hour.toString()}`} className={styles.cell} data-extent={extent} />;
        }),
      )}
    </div>
  );
}
