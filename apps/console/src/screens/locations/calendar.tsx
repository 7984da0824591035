/** /locations/:id/calendar: a month of days, by alerts and by minutes out of range; a day opens its history. */
import { useParams } from 'react-router';
import { CalendarControls } from '../../features/locations/calendar/calendar-controls.tsx';
import { CalendarMonth } from '../../features/locations/calendar/calendar-month.tsx';
import { useCalendar } from '../../features/locations/calendar/use-calendar.ts';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { useClipDays } from '../../features/video/clips/use-clip-days.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Problem } from '../../ui/problem.tsx';

export default function Calendar() {
  const { id = '' } = useParams();
  const t = useText();
  const formats = useFormats();
  const location = useLocationData(id);
  const calendar = useCalendar(id, location.data?.timezone);
  const { month, days, by, today, error } = calendar;
  const title = formats.month(Number(month.slice(0, 4)), Number(month.slice(5)));
  const clips = useClipDays(id, month, location.data?.timezone);
  useLocationTitle(location.data, location.data ? title : t('shell.page.calendar'));
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <LocationSkeleton />;
  const hasFailed = error !== undefined && days === undefined;
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.calendar')} />
      <LocationTabs id={id} />
      <CalendarControls calendar={calendar} title={title} />
      {hasFailed && <Problem title={t('calendar.loadProblem')} text={problemText(error)} onRetry={calendar.retry} />}
      <CalendarMonth
        location={id}
        timezone={location.data.timezone}
        title={title}
        days={hasFailed ? null : days}
        by={by}
        today={today}
        clips={clips}
      />
      {days?.every(({ alerts }) => alerts === 0) && <p className="muted">{t('calendar.noAlerts')}</p>}
    </>
  );
}
