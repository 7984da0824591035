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
import { useNow } from '../lib/now.ts';
import { WeekGrid } from './week-grid.tsx';
import './weekly-schedule.css';

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
  const isValid = schedule !== null && scheduleProblems(schedule).length === 0;
  const toggle = (day: number): void => {
    const { daysOfWeek } = current;
    const next = daysOfWeek.includes(day) ? daysOfWeek.filter((one) => one !== day) : [...daysOfWeek, day];
    onChange(next.length === 0 ? null : { ...current, daysOfWeek: next.sort((a, b) => a - b) });
  };
  return (
    <section className="card pad stack" aria-label={words.title}>
      <div className="row">
        <h2>{words.title}</h2>
        <span className="grow" />
        <span className="small muted">{schedule === null ? 'unset' : `${scheduleText(schedule)}, ${words.whose}`}</span>
      </div>
      <p className="small muted">{words.text}</p>
      {!readOnly && <Presets schedule={schedule} onChange={onChange} />}
      <WeekGrid schedule={schedule} readOnly={readOnly} onPaint={onChange} onDay={toggle} />
      {!readOnly && schedule !== null && <Times schedule={schedule} onChange={onChange} />}
      {isValid && place !== null && <NextTransitions schedule={schedule} place={place} />}
    </section>
  );
}

interface PresetsProps {
  readonly schedule: DoNotDisturb | null;
  readonly onChange: (schedule: DoNotDisturb | null) => void;
}

function Presets({ schedule, onChange }: PresetsProps) {
  const isChosen = (one: DoNotDisturb | null): boolean =>
    scheduleText(one) === scheduleText(schedule) && (one === null) === (schedule === null);
  return (
    <div className="row presets">
      {PRESETS.map(({ label, schedule: preset }) => (
        <Button
          key={label}
          size="xs"
          variant={isChosen(preset) ? 'filled' : 'default'}
          aria-pressed={isChosen(preset)}
          onClick={() => onChange(preset)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

const clock = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

const hourAndMinute = (text: string): readonly [hour: number, minute: number] => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return [hour, minute];
};

interface TimesProps {
  readonly schedule: DoNotDisturb;
  readonly onChange: (schedule: DoNotDisturb) => void;
}

/** When it begins and ends, typed. */
function Times({ schedule, onChange }: TimesProps) {
  const [problem] = scheduleProblems(schedule);
  return (
    <div className="row week-times">
      <TextInput
        type="time"
        label="From"
        value={clock(schedule.beginHour, schedule.beginMinute)}
        onChange={(event) => {
          const [beginHour, beginMinute] = hourAndMinute(event.currentTarget.value);
          onChange({ ...schedule, beginHour, beginMinute });
        }}
      />
      <TextInput
        type="time"
        label={endsNextDay(schedule) ? 'To, the day after' : 'To'}
        value={clock(schedule.endHour, schedule.endMinute)}
        error={problem?.message}
        onChange={(event) => {
          const [endHour, endMinute] = hourAndMinute(event.currentTarget.value);
          onChange({ ...schedule, endHour, endMinute });
        }}
      />
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
