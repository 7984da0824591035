/** JSON of what other programs sent, as Postgres takes it. Pure. */

/** An escape of JSON: a NUL, half a character, or any other, which is skipped as a whole. */
const ESCAPES = /\\(?:u0000|ud[89a-f][\da-f]{2}|.)/gu;
const ESCAPE_UNITS = 6;

/**
 * The value as JSON with U+FFFD in place of every NUL and every half of a character, in keys as well: `jsonb` refuses both, and one text of a
 * device would keep everything that is stored with it from being stored.
 */
export const storedJson = (value: unknown): string =>
  JSON.stringify(value).replace(ESCAPES, (sent) => (sent.length === ESCAPE_UNITS ? '\\ufffd' : sent));
