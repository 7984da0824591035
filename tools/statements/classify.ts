/** Every statement by where it would run, if tables were distributed by organization. */
import { ACROSS_TENANTS } from '../../tests/architecture/across-tenants.ts';
import type { Exception } from '../../tests/architecture/exception.ts';
import { BROADCASTS } from './broadcasts.ts';
import { type Distribution, distributionOf } from './distribution.ts';
import type { Statement } from './find-statements.ts';
import { GIVEN_IN_PARTS } from './parts.ts';
import { FUNCTIONS, placementOf } from './placements.ts';
import { allQueries, type Query, readQuery } from './query-model.ts';
import { callsOne, type Refusal, statementRefusals } from './refusals.ts';
import { parseSql } from './sql-tree.ts';
import type { Tables } from './table-schema.ts';
import { NOT_JOINED_YET } from './unjoined.ts';

export type Placed =
  /** Where one organization is: limited to it by a value, in each table. */
  | 'routable'
  /** Anywhere: it touches no table of organizations. */
  | 'reference'
  /** Everywhere, deliberately: on a list, with the reason. */
  | 'broadcast'
  /** It touches tables that do not have the organization yet. */
  | 'pending: function'
  /** It does not find or join rows by their organization yet. */
  | 'pending: join'
  | 'unknown';

export interface Classified {
  readonly path: string;
  readonly line: number;
  /** As the lists name it. */
  readonly where: string;
  readonly text: string;
  readonly place: Placed;
  readonly refusals: readonly Refusal[];
  readonly reason: string;
}

const reasonsOf = (exceptions: readonly Exception[]): ReadonlyMap<string, string> =>
  new Map(exceptions.map(({ where, reason }) => [where, reason]));
const ACROSS = reasonsOf([...ACROSS_TENANTS, ...BROADCASTS]);
const UNJOINED = reasonsOf(NOT_JOINED_YET);
const IN_PARTS = reasonsOf(GIVEN_IN_PARTS);

const NOTHING: Distribution = { tables: [], reach: 'one', apart: [] };

function placeOf(where: string, tables: Tables, query: Query, distribution: Distribution): Placed {
  const placements = allQueries(query)
    .flatMap(({ sources }) => sources)
    .flatMap(({ table }) => (table === null ? [] : placementOf(tables, table)));
  if (placements.includes('unknown')) return 'unknown';
  if (callsOne(query, FUNCTIONS)) return 'pending: function';
  if (distribution.tables.length === 0) return 'reference';
  const isJoined = distribution.apart.length === 0;
  if (isJoined && (distribution.reach === 'one' || distribution.reach === 'several')) return 'routable';
  if (isJoined && ACROSS.has(where)) return 'broadcast';
  return UNJOINED.has(where) ? 'pending: join' : 'unknown';
}

/** The place of each statement of a text: several in one text are several. */
export function classify(
  tables: Tables,
  statement: Pick<Statement, 'path' | 'line' | 'name' | 'text'>,
): readonly Classified[] {
  const isDistributed = (table: string): boolean => placementOf(tables, table) === 'by organization';
  const { path, line, name, text } = statement;
  const where = `${path}: ${name}`;
  return parseSql(text).map((tree) => {
    const query = readQuery(tree);
    const distribution = query === null ? NOTHING : distributionOf(tables, isDistributed, query);
    const place = query === null ? 'reference' : placeOf(where, tables, query, distribution);
    const reach = distribution.reach === 'several' && IN_PARTS.has(where) ? 'one' : distribution.reach;
    const refusals =
      query === null ? [] : statementRefusals(query, { ...distribution, reach }, isDistributed, FUNCTIONS);
    const reason = place === 'broadcast' ? ACROSS.get(where) : place === 'pending: join' ? UNJOINED.get(where) : '';
    return { path, line, where, text, place, refusals, reason: reason ?? '' };
  });
}

/** Statements on no list, and entries of the lists that no statement needs. */
export function classificationProblems(all: readonly Classified[]): readonly string[] {
  const needed = (place: Placed): ReadonlySet<string> =>
    new Set(all.filter((one) => one.place === place).map(({ where }) => where));
  const [broadcast, unjoined] = [needed('broadcast'), needed('pending: join')];
  return [
    ...all
      .filter(({ place }) => place === 'unknown')
      .map(({ path, line, where, text, refusals }) =>
        [
          `${path}:${line}: ${where.split(': ')[1] ?? ''} is on no list`,
          ...refusals,
          text.trim().replace(/\s+/gu, ' ').slice(0, 80),
        ].join('; '),
      ),
    ...all
      .filter(({ place, refusals }) => place === 'routable' && refusals.length > 0)
      .map(({ path, line, refusals }) => `${path}:${line}: goes to one place, but is refused: ${refusals.join('; ')}`),
    ...BROADCASTS.filter(({ where }) => !broadcast.has(where)).map(
      ({ where }) => `${where} is listed, but no broadcast`,
    ),
    ...NOT_JOINED_YET.filter(({ where }) => !unjoined.has(where)).map(
      ({ where }) => `${where} is listed, but joins by the organization`,
    ),
  ];
}
