/** Texts as the database gives them back: what is hashed must be what is stored. */

const REPLACEMENT = '\uFFFD';
/** Tabs and line breaks are text; NUL cannot be stored at all, and no other control character belongs into a log. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/** Lone surrogates and control characters become U+FFFD. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll(CONTROLS, REPLACEMENT);

/** JSON whose strings and names are clean. */
export const cleanJson = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(cleaned(fields));

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  // A Date and whatever else says itself how it is written.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanText(name), cleaned(one)]));
}
