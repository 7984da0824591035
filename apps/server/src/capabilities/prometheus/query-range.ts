import type { Readable } from 'node:stream';
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { evaluate } from './promql/evaluate.ts';
import type { Budget } from './promql/evaluation-ports.ts';
import { VALUE_TYPE_NAMES, valueTypeOf } from './promql/expression.ts';
import { parseExpression } from './promql/parse-expression.ts';
import { badExpression } from './promql/promql-error.ts';
import { limitOf } from './query-limits.ts';
import { parseGrid } from './query-times.ts';
import { writeMatrix } from './result-text.ts';
import { createSampleSource } from './sample-source.ts';

/** Evaluates an expression at each step of a time range. Throws a PromqlError. */
export async function queryRange(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /prometheus/api/v1/query_range'>,
  budget: Budget,
): Promise<Readable> {
  const grid = parseGrid(query);
  const expression = parseExpression(query.query);
  const type = valueTypeOf(expression);
  if (type === 'matrix')
    throw badExpression(
      `invalid expression type "${VALUE_TYPE_NAMES[type]}" for range query, must be Scalar or instant Vector`,
    );
  const value = await evaluate(expression, { grid, source: createSampleSource(ctx, budget), budget });
  return writeMatrix(value, grid, limitOf(query.limit));
}
