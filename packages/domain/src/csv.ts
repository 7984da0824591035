/** CSV that spreadsheets open without evaluating what people have typed. */

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/u;
const NEEDS_QUOTES = /[",\r\n]/u;

/** A cell; null is an empty one. A text that a spreadsheet would evaluate gets an apostrophe, which makes it a text. */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line without its end, which is CR LF. */
export const csvLine = (cells: readonly (string | number | null)[]): string => cells.map(csvCell).join(',');
