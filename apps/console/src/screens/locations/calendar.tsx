/** /locations/:id/calendar: a month of days, by alerts and by minutes out of range; a day opens its history. */
import { Button, SegmentedControl } from '@mantine/core';
import type { CalendarOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { problemText, useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { plural } from '../../lib/plural.ts';
import { toSpanQuery } from '../../lib/time-span.ts';
import { localDayBounds, localDayOf } from '../../lib/zoned-time.ts';
import { StateIcon } from '../../ui/icons.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import './calendar.css';

type Day = CalendarOut['days'][number];

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/u;

const monthText = (month: string): string =>
  new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

export default function Calendar() {
  const { id = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const now = useNow();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const timezone = location.data?.timezone ?? 'UTC';
  const today = localDayOf(now, timezone);
  const asked = query.get('month') ?? '';
  const month = MONTH.test(asked) ? asked : today.slice(0, 7);
  const by = query.get('by') === 'minutes' ? 'minutes' : 'alerts';
  const calendar = useApi(
    'GET /views/locations/{guid}/calendar',
    location.data ? { params: { guid: id }, query: { month } } : null,
    { refreshInterval: 300_000 },
  );
  useTitle(location.data ? `${location.data.name}, ${monthText(month)}` : 'Calendar');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <LocationSkeleton />;

  const updateQuery = (changes: Readonly<Record<string, string>>): void => setQuery({ month, by, ...changes });
  const changeMonth = (months: number): void =>
    updateQuery({ month: Temporal.PlainYearMonth.from(month).add({ months }).toString() });
  // While another month loads, the data is still that of the previous one.
  const days = calendar.data?.days[0]?.day.startsWith(month) === true ? calendar.data.days : undefined;
  const leadingDays = Temporal.PlainDate.from(`${month}-01`).dayOfWeek - 1;
  const max = Math.max(1, ...(days ?? []).map((day) => amount(day, by)));
  const total = (days ?? []).reduce((sum, { alerts }) => sum + alerts, 0);
  return (
    <>
      <LocationHead location={location.data} title="Calendar" />
      <LocationTabs id={id} />
      <div className="row">
        <Button variant="default" px={8} aria-label="Previous month" onClick={() => changeMonth(-1)}>
          <IconChevronLeft size={16} aria-hidden="true" />
        </Button>
        <h2 className="calendar-month" aria-live="polite">
          {monthText(month)}
        </h2>
        <Button
          variant="default"
          px={8}
          aria-label="Next month"
          disabled={month >= today.slice(0, 7)}
          onClick={() => changeMonth(1)}
        >
          <IconChevronRight size={16} aria-hidden="true" />
        </Button>
        <span className="grow" />
        <SegmentedControl
          aria-label="Days by"
          data={[
            { value: 'alerts', label: 'Alerts' },
            { value: 'minutes', label: 'Time out of range' },
          ]}
          value={by}
          onChange={(next) => updateQuery({ by: next })}
        />
      </div>
      {calendar.error && !days && (
        <Problem
          title="The month could not be loaded"
          text={problemText(calendar.error)}
          onRetry={() => void calendar.mutate()}
        />
      )}
      <div className="card calendar">
        <div className="calendar-weekdays small muted" aria-hidden="true">
          {WEEKDAYS.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <ul className="calendar-days" aria-label={monthText(month)}>
          {days?.map((day, index) => (
            <li key={day.day} style={index === 0 ? { gridColumnStart: leadingDays + 1 } : undefined}>
              <DayCell
                day={day}
                by={by}
                max={max}
                location={id}
                timezone={timezone}
                isFuture={day.day > today}
                isToday={day.day === today}
              />
            </li>
          ))}
          {!days && !calendar.error && <li className="skeleton calendar-wait" aria-hidden="true" />}
        </ul>
      </div>
      {days && total === 0 && <p className="muted">No alerts in this month.</p>}
    </>
  );
}

const amount = (day: Day, by: 'alerts' | 'minutes'): number => (by === 'alerts' ? day.alerts : day.outOfRangeMinutes);

interface CellProps {
  readonly day: Day;
  readonly by: 'alerts' | 'minutes';
  readonly max: number;
  readonly location: string;
  readonly timezone: string;
  readonly isFuture: boolean;
  readonly isToday: boolean;
}

function DayCell({ day, by, max, location, timezone, isFuture, isToday }: CellProps) {
  const number = Number(day.day.slice(8));
  if (isFuture) return <span className="calendar-day future num">{number}</span>;
  const { from, to } = localDayBounds(day.day, timezone);
  const value = amount(day, by);
  // Square root, so that one bad day does not make all others look fine.
  const share = Math.sqrt(value / max);
  const minutes = day.outOfRangeMinutes > 0 ? `${formatDuration(day.outOfRangeMinutes * 60_000)} out of range` : '';
  const alerts = day.alerts === 0 ? '' : plural(day.alerts, 'alert');
  const words = [alerts, minutes].filter(Boolean).join(', ') || (day.hasReadings ? 'no alerts' : 'no readings');
  return (
    <Link
      to={`/locations/${location}/history?${new URLSearchParams(toSpanQuery(from, to))}`}
      className={`calendar-day${day.hasReadings || value > 0 ? '' : ' unknown'}${isToday ? ' today' : ''}`}
      style={
        value > 0
          ? { background: `color-mix(in oklab, var(--critical) ${Math.round(8 + share * 30)}%, var(--surface))` }
          : {}
      }
    >
      <span className="num">{number}</span>
      <span className="visually-hidden">
        {monthText(day.day.slice(0, 7))}: {words}
      </span>
      {value > 0 && (
        <span className="calendar-value num" aria-hidden="true">
          {by === 'alerts' ? (
            <>
              <StateIcon state={day.worst} size={12} /> {day.alerts}
            </>
          ) : (
            formatDuration(day.outOfRangeMinutes * 60_000)
          )}
        </span>
      )}
    </Link>
  );
}
