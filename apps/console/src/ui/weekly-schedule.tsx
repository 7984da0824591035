/** Edits a do-not-disturb schedule as a week: painted, typed, or from a preset; with the next changes in local time. */
import { Button } from '@mantine/core';
import type { DoNotDisturb } from '@picket/domain/policies';
import { endsNextDay, nextClockChange, nextTransitions, scheduleProblems } from '@picket/domain/schedules';
import { useNow } from '../lib/now.ts';
import { scheduleText } from '../lib/schedule-text.ts';
import { useText } from '../lib/texts.ts';
import { useFormats } from '../lib/use-formats.ts';
import { TimeField } from './date-time-field.tsx';
import { WeekGrid } from './week-grid.tsx';
import styles from './weekly-schedule.module.css';

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

const at = (daysOfWeek: number[], beginHour: number, endHour: number): DoNotDisturb => ({
  daysOfWeek,
  beginHour,
  beginMinute: 0,
  endHour,
  endMinute: 0,
});

/** `ui.schedule.preset.…` in the catalogs. */
const PRESETS = [
  { name: 'never', schedule: null },
  { name: 'workingHours', schedule: at([1, 2, 3, 4, 5], 9, 17) },
  { name: 'nights', schedule: at([1, 2, 3, 4, 5, 6, 7], 22, 6) },
] as const;

const FRESH = at([], 9, 17);

export function WeeklySchedule({ schedule, place, readOnly, onChange, words }: Props) {
  const t = useText();
  const formats = useFormats();
  const {
    title = t('ui.schedule.title'),
    text = t('ui.schedule.text'),
    whose = t('ui.schedule.ofLocations'),
  } = words ?? {};
  const current = schedule ?? FRESH;
  const isValid = schedule !== null && scheduleProblems(schedule).length === 0;
  const toggle = (day: number): void => {
    const { daysOfWeek } = current;
    const next = daysOfWeek.includes(day) ? daysOfWeek.filter((one) => one !== day) : [...daysOfWeek, day];
    onChange(next.length === 0 ? null : { ...current, daysOfWeek: next.sort((a, b) => a - b) });
  };
  return (
    <section className="card pad stack" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        <span className="grow" />
        <span className="small muted">
          {schedule === null
            ? t('ui.schedule.unset')
            : t('ui.schedule.inZone', { schedule: scheduleText(t, formats, schedule), whose })}
        </span>
      </div>
      <p className="small muted">{text}</p>
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

/** Whether two schedules are quiet at the same times. */
const isSame = (one: DoNotDisturb | null, other: DoNotDisturb | null): boolean =>
  one === null || other === null
    ? one === other
    : one.daysOfWeek.toSorted().join() === other.daysOfWeek.toSorted().join() &&
      clock(one.beginHour, one.beginMinute) === clock(other.beginHour, other.beginMinute) &&
      clock(one.endHour, one.endMinute) === clock(other.endHour, other.endMinute);

function Presets({ schedule, onChange }: PresetsProps) {
  const t = useText();
  return (
    <div className={`row ${styles.presets}`}>
      {PRESETS.map(({ name, schedule: preset }) => (
        <Button
          key={name}
          size="xs"
          variant={isSame(preset, schedule) ? 'filled' : 'default'}
          aria-pressed={isSame(preset, schedule)}
          onClick={() => onChange(preset)}
        >
          {t(`ui.schedule.preset.${name}`)}
        </Button>
      ))}
    </div>
  );
}

/** As fields of times have it. */
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
  const t = useText();
  const hasNoLength = scheduleProblems(schedule).some(({ name }) => name === 'endHour');
  return (
    <div className={`row ${styles.times}`}>
      <TimeField
        label={t('ui.schedule.from')}
        value={clock(schedule.beginHour, schedule.beginMinute)}
        onChange={(value) => {
          const [beginHour, beginMinute] = hourAndMinute(value);
          onChange({ ...schedule, beginHour, beginMinute });
        }}
      />
      <TimeField
        label={endsNextDay(schedule) ? t('ui.schedule.toNextDay') : t('ui.schedule.to')}
        value={clock(schedule.endHour, schedule.endMinute)}
        error={hasNoLength ? t('ui.schedule.endEqualsBegin') : undefined}
        onChange={(value) => {
          const [endHour, endMinute] = hourAndMinute(value);
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
  const t = useText();
  const formats = useFormats(place.timezone);
  const change = nextClockChange(place.timezone, now);
  return (
    <div className="small">
      <p className="muted">
        {place.name === '' ? t('ui.schedule.next') : t('ui.schedule.nextAt', { place: place.name })}
      </p>
      <ol className={`${styles.switches} num`} data-switches>
        {nextTransitions(schedule, place.timezone, now, SWITCHES).map(({ at: instant, quiet, onClockChange }) => (
          <li key={instant}>
            <span className={quiet ? 'tag' : 'tag good'}>
              {quiet ? t('ui.schedule.quietFrom') : t('ui.schedule.notifyingFrom')}
            </span>{' '}
            {formats.weekdayTime(instant)}
            {onClockChange && <strong> · {t('ui.schedule.onClockChange')}</strong>}
          </li>
        ))}
      </ol>
      {change !== null && <p className="muted">{t('ui.schedule.clocksChange', { day: formats.day(change) })}</p>}
    </div>
  );
}
