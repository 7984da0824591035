/** The month of the calendar that the address names, and what happened on its days. */
import type { CalendarOut } from '@picket/contracts/types';
import { useSearchParams } from 'react-router';
import { useApi } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { localDayOf } from '../../../lib/zoned-time.ts';

export type CalendarDay = CalendarOut['days'][number];
/** By what the days are colored. */
export type CalendarMeasure = 'alerts' | 'minutes';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/u;

/** `timezone`: of the location; undefined: not known yet. */
export function useCalendar(location: string, timezone: string | undefined) {
  const [query, setQuery] = useSearchParams();
  const today = localDayOf(useNow(), timezone ?? 'UTC');
  const asked = query.get('month') ?? '';
  const month = MONTH.test(asked) ? asked : today.slice(0, 7);
  const by: CalendarMeasure = query.get('by') === 'minutes' ? 'minutes' : 'alerts';
  const { data, error, mutate } = useApi(
    'GET /views/locations/{guid}/calendar',
    timezone === undefined ? null : { params: { guid: location }, query: { month } },
    { refreshInterval: 300_000 },
  );
  return {
    today,
    month,
    by,
    // While another month loads, the data is still that of the previous one.
    days: data?.days[0]?.day.startsWith(month) === true ? data.days : undefined,
    error,
    retry: (): void => void mutate(),
    isLatest: month >= today.slice(0, 7),
    changeMonth: (months: number): void =>
      setQuery({ month: Temporal.PlainYearMonth.from(month).add({ months }).toString(), by }),
    changeMeasure: (next: string): void => setQuery({ month, by: next }),
  };
}
