/**
 * Conditional requests (specification, section 5). Dates are ISO times or HTTP dates; HTTP dates speak in whole seconds.
 * A 304 comes through If-None-Match only; the date headers fail with 412.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { phrase } from '@picket/domain/phrases';
import { DATE_TIME_MESSAGE, formatInstant, type Millis, parseInstant } from '@picket/domain/time';
import type { z } from 'zod';
import { AppError, invalid } from '../errors.ts';
import { etagOf, matchesEtag } from './etags.ts';

export interface Versioned {
  readonly last_update_ts: string;
}

/** The version of what nobody has changed yet. */
const NEVER = new Date(0);

/** `last_update_ts` of what was last changed at `at`; null: never. */
export const versionOf = (at: Date | null): string => formatInstant((at ?? NEVER).getTime());

/** When a change counts as made, of what was last changed at `before`: always later, since preconditions compare times. */
export const nextVersion = (now: Millis, before: Date | null): Date =>
  new Date(Math.max(now, (before ?? NEVER).getTime() + 1));

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u;

interface HeaderDate {
  readonly at: Millis;
  readonly wholeSeconds: boolean;
}

function parseHeaderDate(
  headers: IncomingHttpHeaders,
  name: 'if-modified-since' | 'if-unmodified-since',
): HeaderDate | null {
  const text = headers[name];
  if (text === undefined) return null;
  const iso = parseInstant(text);
  if (iso !== null) return { at: iso, wholeSeconds: false };
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return { at, wholeSeconds: true };
  throw invalid(name, DATE_TIME_MESSAGE);
}

/** Throws a 412 when `current` does not meet the request's preconditions. */
export function checkPreconditions(headers: IncomingHttpHeaders, current: Versioned, schema: z.ZodType | null): void {
  const actual = parseInstant(current.last_update_ts) ?? 0;
  const compared = (date: HeaderDate): Millis => (date.wholeSeconds ? Math.floor(actual / 1000) * 1000 : actual);

  const unmodified = parseHeaderDate(headers, 'if-unmodified-since');
  if (unmodified !== null && compared(unmodified) > unmodified.at)
    throw new AppError('modifiedSince', {
      message: phrase('precondition failed (resource modified since date): expected {expected}, actual {actual}', {
        expected: formatInstant(unmodified.at),
        actual: current.last_update_ts,
      }),
    });

  const modified = parseHeaderDate(headers, 'if-modified-since');
  if (modified !== null && compared(modified) <= modified.at) throw new AppError('unmodifiedSince');

  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined && schema !== null) {
    const etag = etagOf(JSON.stringify(schema.parse(current)));
    if (!matchesEtag(ifMatch, etag)) throw new AppError('modifiedSince');
  }
}
