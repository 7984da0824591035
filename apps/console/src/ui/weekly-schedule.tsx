/** Edits a do-not-disturb schedule as a week: painted, typed, or from a preset; with the next changes in local time. */
import { Button, TextInput } from '@mantine/core';
import type { DoNotDisturb } from '@picket/domain/policies';
import {
  endsNextDay,
  nextClockChange,
  nextTransitions,
  scheduleProblems,
  scheduleText,
} from '@picket/domain/schedules';
import { type PointerEvent, useRef } from 'react';
import { useNow } from '../lib/now.ts';
import './weekly-schedule.css';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const HOURS = 24;
const SWITCHES = 4;

interface Props {
  readonly schedule: DoNotDisturb | null;
  /** The location whose next changes are shown; the time zone of a user has no name. */
  readonly place: { readonly name: string; readonly timezone: string } | null;
  readonly readOnly: boolean;
  readonly onChange: (schedule: DoNotDisturb | null) => void;
  /** For schedules other than those of policies. */
  readonly words?: { readonly title: string; readonly text: string; readonly whose: string };
}

const POLICY_WORDS = {
  title: 'Do not disturb',
  text: 'Alerts are still raised and shown, but notifications wait until it ends. Alerts that are still open then are sent.',
  whose: 'each location’s local time',
};

const at = (daysOfWeek: number[], beginHour: number, endHour: number): DoNotDisturb => ({
  daysOfWeek,
  beginHour,
  beginMinute: 0,
  endHour,
  endMinute: 0,
});

const PRESETS: readonly { readonly label: string; readonly schedule: DoNotDisturb | null }[] = [
  { label: 'Never', schedule: null },
  { label: 'Working hours', schedule: at([1, 2, 3, 4, 5], 9, 17) },
  { label: 'Nights', schedule: at([1, 2, 3, 4, 5, 6, 7], 22, 6) },
];

const FRESH = at([], 9, 17);

export function WeeklySchedule({ schedule, place, readOnly, onChange, words = POLICY_WORDS }: Props) {
  const current = schedule ?? FRESH;
  const chosen = (one: DoNotDisturb | null): boolean =>
    scheduleText(one) === scheduleText(schedule) && (one === null) === (schedule === null);
  const [problem] = schedule === null ? [] : scheduleProblems(schedule);
  const setDays = (daysOfWeek: readonly number[]): void =>
    onChange(daysOfWeek.length === 0 ? null : { ...current, daysOfWeek: [...daysOfWeek].sort((a, b) => a - b) });
  const toggle = (day: number): void =>
    setDays(
      current.daysOfWeek.includes(day) ? current.daysOfWeek.filter((one) => one !== day) : [...current.daysOfWeek, day],
    );
  return (
    <section className="card pad stack" aria-label={words.title}>
      <div className="row">
        <h2>{words.title}</h2>
        <span className="grow" />
        <span className="small muted">{schedule === null ? 'unset' : `${scheduleText(schedule)}, ${words.whose}`}</span>
      </div>
      <p className="small muted">{words.text}</p>
      {!readOnly && (
        <div className="row presets">
          {PRESETS.map(({ label, schedule: preset }) => (
            <Button
              key={label}
              size="xs"
              variant={chosen(preset) ? 'filled' : 'default'}
              aria-pressed={chosen(preset)}
              onClick={() => onChange(preset)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <Week schedule={schedule} readOnly={readOnly} onPaint={onChange} onDay={toggle} />
      {!readOnly && schedule !== null && (
        <div className="row week-times">
          <TextInput
            type="time"
            label="From"
            value={clock(current.beginHour, current.beginMinute)}
            onChange={(event) => {
              const [beginHour, beginMinute] = hourAndMinute(event.currentTarget.value);
              onChange({ ...current, beginHour, beginMinute });
            }}
          />
          <TextInput
            type="time"
            label={endsNextDay(current) ? 'To, the day after' : 'To'}
            value={clock(current.endHour, current.endMinute)}
            error={problem?.message}
            onChange={(event) => {
              const [endHour, endMinute] = hourAndMinute(event.currentTarget.value);
              onChange({ ...current, endHour, endMinute });
            }}
          />
        </div>
      )}
      {schedule !== null && place !== null && problem === undefined && (
        <NextTransitions schedule={schedule} place={place} />
      )}
    </section>
  );
}

const clock = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

const hourAndMinute = (text: string): readonly [hour: number, minute: number] => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return [hour, minute];
};

interface WeekProps {
  readonly schedule: DoNotDisturb | null;
  readonly readOnly: boolean;
  readonly onPaint: (schedule: DoNotDisturb) => void;
  readonly onDay: (day: number) => void;
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

function Week({ schedule, readOnly, onPaint, onDay }: WeekProps) {
  const began = useRef<{ readonly day: number; readonly hour: number } | null>(null);
  const cellAt = (event: PointerEvent<HTMLElement>): { day: number; hour: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    const indexAt = (value: number, size: number): number => Math.min(size - 1, Math.max(0, Math.floor(value * size)));
    return {
      day: indexAt((event.clientY - box.top) / box.height, DAYS.length) + 1,
      hour: indexAt((event.clientX - box.left) / box.width, HOURS),
    };
  };
  const paint = (event: PointerEvent<HTMLElement>): void => {
    const from = began.current;
    if (from === null) return;
    const to = cellAt(event);
    const days = DAYS.map((_, index) => index + 1).filter(
      (day) => day >= Math.min(from.day, to.day) && day <= Math.max(from.day, to.day),
    );
    const begin = Math.min(from.hour, to.hour);
    const end = Math.max(from.hour, to.hour) + 1;
    // An interval of a whole day would end where it starts: it ends a minute earlier.
    onPaint({
      daysOfWeek: days,
      beginHour: begin,
      beginMinute: 0,
      endHour: begin === 0 && end === HOURS ? 23 : end % HOURS,
      endMinute: begin === 0 && end === HOURS ? 59 : 0,
    });
  };
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
        {DAYS.map((name, index) => {
          const isOn = schedule?.daysOfWeek.includes(index + 1) ?? false;
          return readOnly ? (
            <span key={name}>{name}</span>
          ) : (
            <button key={name} type="button" aria-pressed={isOn} onClick={() => onDay(index + 1)}>
              {name}
              <span className="visually-hidden">: do not disturb</span>
            </button>
          );
        })}
      </div>
      <div
        className="week-cells"
        aria-hidden="true"
        {...(readOnly
          ? {}
          : {
              onPointerDown: (event: PointerEvent<HTMLElement>) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                began.current = cellAt(event);
                paint(event);
              },
              onPointerMove: paint,
              onPointerUp: () => {
                began.current = null;
              },
            })}
      >
        {DAYS.flatMap((name, index) =>
          Array.from({ length: HOURS }, (_, hour) => {
            const part = quietPart(schedule, index + 1, hour);
            const title = part === 0 ? '' : part < 1 ? ' part' : ' quiet';
            return <span key={`${name} ${hour.toString()}`} className={`week-cell${title}`} />;
          }),
        )}
      </div>
    </div>
  );
}

function NextTransitions({
  schedule,
  place,
}: {
  readonly schedule: DoNotDisturb;
  readonly place: { readonly name: string; readonly timezone: string };
}) {
  const now = useNow();
  const moment = (millis: number): string =>
    new Intl.DateTimeFormat(undefined, {
      timeZone: place.timezone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(millis);
  const change = nextClockChange(place.timezone, now);
  return (
    <div className="small">
      <p className="muted">{place.name === '' ? 'Next' : `Next at ${place.name}`}</p>
      <ol className="switches num">
        {nextTransitions(schedule, place.timezone, now, SWITCHES).map(({ at: instant, quiet, onClockChange }) => (
          <li key={instant}>
            <span className={quiet ? 'tag' : 'tag good'}>{quiet ? 'quiet from' : 'notifying from'}</span>{' '}
            {moment(instant)}
            {onClockChange && <strong> · the clocks change that day</strong>}
          </li>
        ))}
      </ol>
      {change !== null && (
        <p className="muted">
          Clocks change{' '}
          {new Intl.DateTimeFormat(undefined, { timeZone: place.timezone, day: 'numeric', month: 'long' }).format(
            change,
          )}
        </p>
      )}
    </div>
  );
}
