/** Wall-clock times of a location in the format of browser inputs (YYYY-MM-DDTHH:MM). */
export const formatWallClock = (at: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.round(at))
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

/** Returns the instant of a wall-clock time in milliseconds, or null if it is invalid. */
export function parseWallClock(text: string, timezone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).epochMilliseconds;
  } catch {
    return null;
  }
}

/** Returns the first instant of a local day (YYYY-MM-DD) and of the next day. */
export function localDayBounds(day: string, timezone: string): { readonly from: number; readonly to: number } {
  const date = Temporal.PlainDate.from(day);
  const start = (one: Temporal.PlainDate): number => one.toZonedDateTime({ timeZone: timezone }).epochMilliseconds;
  return { from: start(date), to: start(date.add({ days: 1 })) };
}

/** Returns the first instant of an hour of a local day; a skipped hour gives the next one. */
export const localHourStart = (day: string, hour: number, timezone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds;

/** Returns the local day of an instant, YYYY-MM-DD. */
export const localDayOf = (at: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate().toString();
