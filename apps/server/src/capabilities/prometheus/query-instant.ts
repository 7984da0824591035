import type { Readable } from 'node:stream';
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { evaluate, evaluateRange } from './promql/evaluate.ts';
import type { Budget } from './promql/evaluation-ports.ts';
import { parseExpression } from './promql/parse-expression.ts';
import { limitOf } from './query-limits.ts';
import { parseTimestamp } from './query-times.ts';
import { writeInstant, writeRanges } from './result-text.ts';
import { createSampleSource } from './sample-source.ts';

/** Evaluates an expression at one instant, now unless given. Throws a PromqlError. */
export async function queryInstant(
  ctx: Ctx<UserActor>,
  { query, time, limit }: ParsedQuery<'GET /prometheus/api/v1/query'>,
  budget: Budget,
): Promise<Readable> {
  const expression = parseExpression(query);
  const at = time === undefined ? ctx.clock.now() : parseTimestamp('time', time);
  const source = createSampleSource(ctx, budget);
  if (expression.type === 'range')
    return writeRanges(await evaluateRange(expression.selector, at, { source }), limitOf(limit));
  const value = await evaluate(expression, { grid: { start: at, step: 1, points: 1 }, source, budget });
  return writeInstant(value, at, limitOf(limit));
}
