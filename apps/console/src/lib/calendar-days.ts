/** Days as the calendar of the reader has them. */
const DAY_MS = 86_400_000;

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text));

/** The first instant of a day such as `2026-03-02`; undefined: the text is none. */
export const startOfDay = (day: string): string | undefined =>
  isDay(day) ? new Date(`${day}T00:00:00`).toISOString() : undefined;

/** The first instant after it. */
export const endOfDay = (day: string): string | undefined =>
  // Noon of the next day is in that day, whatever the clock does in the night.
  isDay(day) ? startOfDay(localDay(new Date(new Date(`${day}T12:00:00`).getTime() + DAY_MS))) : undefined;

const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
