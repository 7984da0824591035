/** A week as a row of hours for each day, on which a do-not-disturb schedule is shown and painted. */
import type { DoNotDisturb } from '@picket/domain/policies';
import { endsNextDay } from '@picket/domain/schedules';
import { type PointerEvent, useRef } from 'react';
import { cellAt } from './cell-at.ts';
import './weekly-schedule.css';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const HOURS = 24;

interface Hour {
  /** 1: Monday. */
  readonly day: number;
  readonly hour: number;
}

const hourAt = (event: PointerEvent<HTMLElement>): Hour => {
  const { row, column } = cellAt(event, DAYS.length, HOURS);
  return { day: row + 1, hour: column };
};

/** The schedule of a painted rectangle. An interval of a whole day would end where it starts: it ends a minute earlier. */
function scheduleBetween(one: Hour, other: Hour): DoNotDisturb {
  const days = DAYS.map((_, index) => index + 1);
  const beginHour = Math.min(one.hour, other.hour);
  const end = Math.max(one.hour, other.hour) + 1;
  const isWholeDay = beginHour === 0 && end === HOURS;
  return {
    daysOfWeek: days.filter((day) => day >= Math.min(one.day, other.day) && day <= Math.max(one.day, other.day)),
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
  return (
    <div className={`week${readOnly ? '' : ' paintable'}`}>
      <div className="week-hours num" aria-hidden="true">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour} style={{ left: `${(hour / HOURS) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      <div className="week-days">
        {DAYS.map((name, index) =>
          readOnly ? (
            <span key={name}>{name}</span>
          ) : (
            <button
              key={name}
              type="button"
              aria-pressed={schedule?.daysOfWeek.includes(index + 1) ?? false}
              onClick={() => onDay(index + 1)}
            >
              {name}
              <span className="visually-hidden">: do not disturb</span>
            </button>
          ),
        )}
      </div>
      <WeekCells schedule={schedule} onPaint={readOnly ? null : onPaint} />
    </div>
  );
}

interface CellsProps {
  readonly schedule: DoNotDisturb | null;
  /** null: it is only shown. */
  readonly onPaint: Props['onPaint'] | null;
}

function WeekCells({ schedule, onPaint }: CellsProps) {
  const start = useRef<Hour | null>(null);
  const paint = (event: PointerEvent<HTMLElement>): void => {
    if (start.current !== null) onPaint?.(scheduleBetween(start.current, hourAt(event)));
  };
  const painting =
    onPaint === null
      ? {}
      : {
          onPointerDown: (event: PointerEvent<HTMLElement>) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            start.current = hourAt(event);
            paint(event);
          },
          onPointerMove: paint,
          onPointerUp: () => {
            start.current = null;
          },
        };
  return (
    <div className="week-cells" aria-hidden="true" {...painting}>
      {DAYS.flatMap((name, index) =>
        Array.from({ length: HOURS }, (_, hour) => {
          const part = quietPart(schedule, index + 1, hour);
          const extent = part === 0 ? '' : part < 1 ? ' part' : ' quiet';
          return <span key={`${name} ${hour.toString()}`} className={`week-cell${extent}`} />;
        }),
      )}
    </div>
  );
}
