/**
 * What stands in the way of distributing tables by one column, of tables and of statements. Citus 13.2.2 takes writes in several places, and
 * limits where each place can apply them; both stay on the list, as they ask every node. What it refuses is measured by
 * apps/server/test/citus.test.ts.
 */
import type { Node } from 'libpg-query';
import { type Distribution, TENANT } from './distribution.ts';
import { allQueries, type Query } from './query-model.ts';
import { textsOf, walkSql } from './sql-tree.ts';
import type { Table, Tables } from './table-schema.ts';

export type Refusal =
  | 'key without the organization'
  | 'reference without the organization'
  | 'reference from a table that is everywhere'
  | 'reference that changes keys'
  | 'reference that empties the organization'
  | 'tables not joined by their organization'
  | 'rows locked in several places'
  | 'rows written in several places'
  | 'rows moved to another organization'
  | 'rows limited in several places'
  | 'function that reads distributed tables';

type IsDistributed = (table: string) => boolean;

/** Of a table: its keys and references. */
function tableRefusals({ name, keys, references }: Table, isDistributed: IsDistributed): readonly Refusal[] {
  if (!isDistributed(name))
    return references.some(({ to }) => isDistributed(to)) ? ['reference from a table that is everywhere'] : [];
  const refusals: Refusal[] = [];
  if (keys.some((key) => !key.includes(TENANT))) refusals.push('key without the organization');
  if (references.some(({ to, columns }) => isDistributed(to) && !columns.includes(TENANT)))
    refusals.push('reference without the organization');
  if (references.some(({ onUpdate }) => onUpdate !== 'NoAction')) refusals.push('reference that changes keys');
  if (references.some(({ columns, onDelete }) => columns.includes(TENANT) && /^Set/u.test(onDelete)))
    refusals.push('reference that empties the organization');
  return refusals;
}

/** Whether a statement calls one of these functions. */
export function callsOne(query: Query, names: ReadonlySet<string>): boolean {
  let found = false;
  const check = (node: Node): boolean => {
    if ('FuncCall' in node && names.has(textsOf(node.FuncCall.funcname).at(-1) ?? '')) found = true;
    return !found;
  };
  walkSql(query.tree, check);
  return found;
}

const selectOf = ({ tree }: Query) => ('SelectStmt' in tree ? tree.SelectStmt : undefined);
const isWrite = ({ kind }: Query): boolean => kind !== 'select';

/** Tables that a query reads itself, and those that queries inside it read. */
const reads = (query: Query, isDistributed: IsDistributed): boolean =>
  allQueries(query).some(({ sources }) => sources.some(({ table }) => table !== null && isDistributed(table)));

/**
 * Of a statement.
 * @param functions Names of functions of the database that read distributed tables.
 */
export function statementRefusals(
  query: Query,
  { reach, apart }: Distribution,
  isDistributed: IsDistributed,
  functions: ReadonlySet<string>,
): readonly Refusal[] {
  const queries = allQueries(query).filter((one) => reads(one, isDistributed));
  const refusals: Refusal[] = [];
  if (callsOne(query, functions)) refusals.push('function that reads distributed tables');
  if (apart.length > 0) refusals.push('tables not joined by their organization');
  if (queries.some((one) => one.kind === 'update' && one.set.some(({ name }) => name === TENANT)))
    refusals.push('rows moved to another organization');
  if (reach === 'one' || queries.length === 0) return refusals;
  if (queries.some((one) => (selectOf(one)?.lockingClause ?? []).length > 0))
    refusals.push('rows locked in several places');
  const writes = queries.some((one) => {
    const table = one.sources[0]?.table ?? null;
    return isWrite(one) && table !== null && isDistributed(table);
  });
  if (writes && reach !== 'several') refusals.push('rows written in several places');
  // Of the outermost query the limit is applied to what all places return.
  if (queries.some((one) => one !== query && selectOf(one)?.limitCount !== undefined && !isExists(one)))
    refusals.push('rows limited in several places');
  return refusals;
}

/** `LIMIT 1` of a query that returns a constant says no more than EXISTS. */
const isExists = ({ outputs }: Query): boolean => outputs.every(({ value }) => 'A_Const' in value);

/** The tables that are refused as they are, by name. */
export const refusedTables = (tables: Tables, isDistributed: IsDistributed): ReadonlyMap<string, readonly Refusal[]> =>
  new Map(
    [...tables.values()].flatMap((table) => {
      const refusals = tableRefusals(table, isDistributed);
      return refusals.length === 0 ? [] : [[table.name, refusals] as const];
    }),
  );
