/** Weekly schedules in words. */
import type { DoNotDisturb } from '@picket/domain/policies';
import { scheduleText as specifiedText } from '@picket/domain/schedules';
import type { Formats } from './formats.ts';
import type { Translator } from './texts.ts';

/** "Mon, Tue 9:00AM - 5:00PM", or "unset". English has the text of the specification, with its own clock. */
export function scheduleText(t: Translator, formats: Formats, schedule: DoNotDisturb | null | undefined): string {
  if (schedule == null || schedule.daysOfWeek.length === 0) return t('ui.schedule.unset');
  if (t.locale.startsWith('en')) return specifiedText(schedule);
  const days = formats.weekdays().filter(({ day }) => schedule.daysOfWeek.includes(day));
  return t('ui.schedule.interval', {
    days: days.map(({ name }) => name).join(', '),
    begin: formats.clock(schedule.beginHour, schedule.beginMinute),
    end: formats.clock(schedule.endHour, schedule.endMinute),
  });
}
