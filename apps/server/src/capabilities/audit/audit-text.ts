/** Texts as the database gives them back: what is hashed must be what is stored. */
import { cleanText } from '@picket/domain';

/** A text as it is entered, with its line breaks; nothing is cut off. */
export const cleanAuditText = (text: string): string => cleanText(text, Number.POSITIVE_INFINITY, 'lines');

/** JSON whose strings and names are clean. */
export const cleanJson = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(cleaned(fields));

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanAuditText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  // A Date and whatever else says itself how it is written.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanAuditText(name), cleaned(one)]));
}
