import { formatInstant } from '@picket/domain/time';
import { useMemo } from 'react';
import { useApi } from '../../../lib/api.ts';
import { localDayBounds, localDayOf } from '../../../lib/zoned-time.ts';
import { useProfile } from '../../session/index.ts';

const MAX_CLIPS = 500;

/** How many clips were recorded on each day of a month (YYYY-MM). `timezone` undefined: not known yet. */
export function useClipDays(
  location: string,
  month: string,
  timezone: string | undefined,
): ReadonlyMap<string, number> {
  const { display } = useProfile();
  const query = useMemo(() => {
    // Displays get no clips.
    if (timezone === undefined || display) return null;
    const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
    const dayBefore = first.add({ months: 1 }).subtract({ days: 1 });
    return {
      location,
      from: formatInstant(localDayBounds(first.toString(), timezone).from),
      to: formatInstant(localDayBounds(dayBefore.toString(), timezone).to),
      limit: MAX_CLIPS,
    };
  }, [location, month, timezone, display]);
  const { data } = useApi('GET /clips', query === null ? null : { query }, { keepPreviousData: false });
  return useMemo(() => {
    const days = new Map<string, number>();
    for (const { startedAt, state } of data?.items ?? []) {
      if (state !== 'READY') continue;
      const day = localDayOf(Date.parse(startedAt), timezone ?? 'UTC');
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    return days;
  }, [data, timezone]);
}
