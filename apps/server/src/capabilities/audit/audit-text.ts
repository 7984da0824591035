/** Normalizes texts to what the database stores, so that hashes match. */
import { cleanText } from '@picket/domain/text';

/** A text in stored form, with line breaks, not truncated. */
export const cleanAuditText = (text: string): string => cleanText(text, Number.POSITIVE_INFINITY, 'lines');

/** JSON with all strings and names in stored form. */
export const cleanJson = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(cleaned(fields));

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanAuditText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  // Dates and other values with their own JSON form.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanAuditText(name), cleaned(one)]));
}
