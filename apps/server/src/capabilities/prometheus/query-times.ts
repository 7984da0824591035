/** Instants, steps and time-outs of requests, as Prometheus reads them. */
import { type Millis, parseInstant } from '@picket/domain/time';
import { parseDuration } from './promql/literals.ts';
import { badExpression, type PromqlError } from './promql/promql-error.ts';
import type { Grid } from './promql/series.ts';
import { MAX_POINTS, QUERY_TIMEOUT } from './query-limits.ts';

/** 1970 to 9999. */
const LAST_INSTANT: Millis = 253_402_300_799_999;
const SECONDS = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/iu;

const invalidParameter = (name: string, problem: string): PromqlError =>
  badExpression(`invalid parameter "${name}": ${problem}`);

/** Seconds since 1970, or RFC 3339. Throws a PromqlError that names the parameter. */
export function parseTimestamp(name: string, text: string): Millis {
  const instant = SECONDS.test(text) ? Math.round(Number(text) * 1000) : parseInstant(text);
  if (instant === null) throw invalidParameter(name, `cannot parse ${JSON.stringify(text)} to a valid timestamp`);
  if (instant < 0 || instant > LAST_INSTANT) throw invalidParameter(name, 'must lie between 1970 and 9999');
  return instant;
}

function parsePositive(name: string, text: string): Millis {
  const duration = parseDuration(text);
  if (duration === null) throw invalidParameter(name, `cannot parse ${JSON.stringify(text)} to a valid duration`);
  if (duration <= 0) throw invalidParameter(name, 'must be greater than 0');
  return duration;
}

/** How long the query may take. Throws a PromqlError. */
export const parseTimeout = (text: string | undefined): Millis =>
  text === undefined ? QUERY_TIMEOUT : Math.min(QUERY_TIMEOUT, parsePositive('timeout', text));

/** The points of a range query. Throws a PromqlError. */
export function parseGrid(query: { readonly start: string; readonly end: string; readonly step: string }): Grid {
  const start = parseTimestamp('start', query.start);
  const end = parseTimestamp('end', query.end);
  if (end < start) throw invalidParameter('end', 'end timestamp must not be before start time');
  const step = parsePositive('step', query.step);
  const points = Math.floor((end - start) / step) + 1;
  if (points > MAX_POINTS)
    throw badExpression(
      'exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)',
    );
  return { start, step, points };
}
