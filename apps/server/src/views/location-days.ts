/** Days of a location, by its own time zone. */
import type { Millis } from '@picket/domain/time';

export const startOfDay = (date: Temporal.PlainDate, timezone: string): Millis =>
  date.toZonedDateTime({ timeZone: timezone }).epochMilliseconds;

/** The days from the first to the last, both included. */
export function daysBetween(first: Temporal.PlainDate, last: Temporal.PlainDate): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) days.push(day);
  return days;
}
