/** Wall-clock times of a location, to and from what inputs of a browser hold (YYYY-MM-DDTHH:MM). */
export const formatWallClock = (at: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.round(at))
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

/** The instant of a wall-clock time, or null when it is none. */
export function parseWallClock(text: string, timezone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).epochMilliseconds;
  } catch {
    return null;
  }
}

/** The first instant of a local day, YYYY-MM-DD, and of the one after it. */
export function localDayBounds(day: string, timezone: string): { readonly from: number; readonly to: number } {
  const date = Temporal.PlainDate.from(day);
  const start = (one: Temporal.PlainDate): number => one.toZonedDateTime({ timeZone: timezone }).epochMilliseconds;
  return { from: start(date), to: start(date.add({ days: 1 })) };
}

/** The first instant of an hour of a local day; where the clocks change, of the hour that is there. */
export const localHourStart = (day: string, hour: number, timezone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds;

/** The local day of an instant. */
export const localDayOf = (at: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate().toString();
