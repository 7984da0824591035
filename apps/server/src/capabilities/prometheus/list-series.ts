/** What Grafana asks for to offer labels and metrics: names, values, series. */
import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Budget, StoredSeries } from './promql/evaluation-ports.ts';
import type { Matcher } from './promql/matchers.ts';
import { parseExpression } from './promql/parse-expression.ts';
import { badExpression } from './promql/promql-error.ts';
import { limitOf } from './query-limits.ts';
import { parseTimestamp } from './query-times.ts';
import { selectSeries } from './series-catalog.ts';

type Selection = ParsedQuery<'GET /prometheus/api/v1/labels'> & { readonly timeout?: undefined };

function parseMatch(text: string): readonly Matcher[] {
  const expression = parseExpression(text);
  if (expression.type !== 'selector' || expression.selector.offset !== 0)
    throw badExpression(`invalid parameter "match[]": ${JSON.stringify(text)} is no selector of series`);
  return expression.selector.matchers;
}

/** The series that match one of the selectors, all of them without any, each once. */
async function listSelected(
  ctx: Ctx<UserActor>,
  { start, end, 'match[]': match }: Selection,
  budget: Budget,
): Promise<readonly StoredSeries[]> {
  for (const [name, text] of [
    ['start', start],
    ['end', end],
  ] as const)
    if (text !== undefined) parseTimestamp(name, text);
  const found = new Map<number, StoredSeries>();
  for (const matchers of match === undefined ? [[]] : match.map(parseMatch))
    for (const one of (await selectSeries(ctx, matchers, budget)).series) found.set(one.id, one);
  return [...found.values()];
}

const toList = (texts: Iterable<string>, limit: number | undefined): ResponseOf<'GET /prometheus/api/v1/labels'> => ({
  status: 'success',
  data: [...new Set(texts)].sort().slice(0, limitOf(limit)),
});

/** The names of the labels of the selected series, sorted. Throws a PromqlError. */
export async function listLabelNames(
  ctx: Ctx<UserActor>,
  query: Selection,
  budget: Budget,
): Promise<ResponseOf<'GET /prometheus/api/v1/labels'>> {
  const series = await listSelected(ctx, query, budget);
  return toList(
    series.flatMap(({ labels }) => [...labels.keys()]),
    query.limit,
  );
}

/** The values of one label of the selected series, sorted. Throws a PromqlError. */
export async function listLabelValues(
  ctx: Ctx<UserActor>,
  query: Selection & { readonly name: string },
  budget: Budget,
): Promise<ResponseOf<'GET /prometheus/api/v1/label/{name}/values'>> {
  const series = await listSelected(ctx, query, budget);
  return toList(
    series.flatMap(({ labels }) => labels.get(query.name) ?? []),
    query.limit,
  );
}

/** The labels of the selected series. Throws a PromqlError. */
export async function listSelectedSeries(
  ctx: Ctx<UserActor>,
  query: Selection,
  budget: Budget,
): Promise<ResponseOf<'GET /prometheus/api/v1/series'>> {
  const series = await listSelected(ctx, query, budget);
  return {
    status: 'success',
    data: series.slice(0, limitOf(query.limit)).map(({ labels }) => Object.fromEntries(labels)),
  };
}
