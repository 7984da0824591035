/** A statement as queries: what each reads from, what has to hold, what it returns. */
import type { InsertStmt, JoinExpr, Node, SelectStmt, SubLink, WithClause } from 'libpg-query';
import { partsOf, textsOf, walkSql } from './sql-tree.ts';

export interface Source {
  readonly alias: string;
  /** A table of the database; null: a query or a function. */
  readonly table: string | null;
  readonly query: Query | null;
  /** The names of a function's columns, where they are given. */
  readonly columns: readonly string[];
  /** On that side of an outer join that may have no row. */
  readonly isOptional: boolean;
}

export interface Output {
  readonly name: string;
  readonly value: Node;
}

export interface Query {
  readonly kind: 'select' | 'insert' | 'update' | 'delete';
  /** The query around it, whose columns it may name. */
  readonly outer: Query | null;
  /** What it writes first. */
  readonly sources: Source[];
  /** What holds for each of its rows. */
  readonly conditions: Node[];
  /** What holds for rows that an outer join found. */
  readonly joined: Node[];
  readonly outputs: Output[];
  /** Columns that are set, each with its value. */
  readonly set: Output[];
  /** Those whose rows it returns together, as `UNION` does. */
  readonly parts: Query[];
  /** All queries in it: of `WITH`, in `FROM`, in its expressions. */
  readonly inner: Query[];
  /** `x IN (SELECT …)`: both sides are equal. */
  readonly memberships: { readonly test: Node; readonly query: Query }[];
  readonly tree: Node;
}

/** The names of `WITH`, innermost last. */
type Named = ReadonlyMap<string, Query>;

const emptyQuery = (kind: Query['kind'], outer: Query | null, tree: Node): Query => ({
  kind,
  outer,
  tree,
  sources: [],
  conditions: [],
  joined: [],
  outputs: [],
  set: [],
  parts: [],
  inner: [],
  memberships: [],
});

/** The query that a statement is; null: it is none, as `BEGIN` or `LOCK`. */
export function readQuery(tree: Node, outer: Query | null = null, named: Named = new Map()): Query | null {
  if ('SelectStmt' in tree) return readSelect(tree.SelectStmt, outer, named);
  if ('InsertStmt' in tree) return readInsert(tree.InsertStmt, outer, named);
  if ('UpdateStmt' in tree) {
    const { relation, fromClause, whereClause, targetList, withClause } = tree.UpdateStmt;
    const query = emptyQuery('update', outer, tree);
    const known = readWith(query, withClause, named);
    if (relation !== undefined) addSource(query, { RangeVar: relation }, false, new Map());
    for (const item of fromClause ?? []) addSource(query, item, false, known);
    query.conditions.push(...partsOf(whereClause));
    query.set.push(...outputsOf(targetList));
    query.outputs.push(...outputsOf(tree.UpdateStmt.returningClause?.exprs));
    addInner(query, [...(targetList ?? []), ...query.conditions, ...query.joined], known);
    return query;
  }
  if (!('DeleteStmt' in tree)) return null;
  const { relation, usingClause, whereClause, withClause } = tree.DeleteStmt;
  const query = emptyQuery('delete', outer, tree);
  const known = readWith(query, withClause, named);
  if (relation !== undefined) addSource(query, { RangeVar: relation }, false, new Map());
  for (const item of usingClause ?? []) addSource(query, item, false, known);
  query.conditions.push(...partsOf(whereClause));
  query.outputs.push(...outputsOf(tree.DeleteStmt.returningClause?.exprs));
  addInner(query, [...query.conditions, ...query.joined], known);
  return query;
}

function readSelect(select: SelectStmt, outer: Query | null, named: Named): Query {
  const query = emptyQuery('select', outer, { SelectStmt: select });
  const known = readWith(query, select.withClause, named);
  const { larg, rarg } = select;
  if (larg !== undefined && rarg !== undefined) {
    for (const side of [larg, rarg]) query.parts.push(readSelect(side, outer, known));
    query.inner.push(...query.parts);
    query.outputs.push(...(query.parts[0]?.outputs ?? []));
    return query;
  }
  for (const item of select.fromClause ?? []) addSource(query, item, false, known);
  query.conditions.push(...partsOf(select.whereClause));
  query.outputs.push(...outputsOf(select.targetList));
  const { targetList = [], sortClause = [], groupClause = [], havingClause, limitCount, valuesLists = [] } = select;
  const others = [havingClause, limitCount].flatMap((node) => node ?? []);
  addInner(
    query,
    [...targetList, ...query.conditions, ...query.joined, ...sortClause, ...groupClause, ...valuesLists, ...others],
    known,
  );
  return query;
}

function readInsert(insert: InsertStmt, outer: Query | null, named: Named): Query {
  const query = emptyQuery('insert', outer, { InsertStmt: insert });
  const known = readWith(query, insert.withClause, named);
  if (insert.relation !== undefined) addSource(query, { RangeVar: insert.relation }, false, new Map());
  const source = insert.selectStmt === undefined ? null : readQuery(insert.selectStmt, query, known);
  if (source !== null) query.inner.push(source);
  const names = (insert.cols ?? []).flatMap((node) => ('ResTarget' in node ? (node.ResTarget.name ?? '') : []));
  const values = source === null ? [] : valuesOf(source);
  query.set.push(...names.flatMap((name, at) => (values[at] === undefined ? [] : { name, value: values[at] })));
  query.outputs.push(...outputsOf(insert.returningClause?.exprs));
  addInner(query, [...(insert.onConflictClause?.targetList ?? [])], known);
  return query;
}

/** What a query returns, in order; of `VALUES`, the first row. */
function valuesOf({ tree, outputs }: Query): readonly Node[] {
  const [row] = 'SelectStmt' in tree ? (tree.SelectStmt.valuesLists ?? []) : [];
  return row !== undefined && 'List' in row ? (row.List.items ?? []) : outputs.map(({ value }) => value);
}

function readWith(query: Query, clause: WithClause | undefined, named: Named): Named {
  const known = new Map(named);
  for (const node of clause?.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue;
    const { ctename = '', ctequery } = node.CommonTableExpr;
    // One that names itself has the rows that it begins with.
    const begin = ctequery !== undefined && 'SelectStmt' in ctequery ? ctequery.SelectStmt.larg : undefined;
    const first = clause?.recursive === true && begin !== undefined ? readSelect(begin, null, known) : null;
    const inside = first === null ? known : new Map([...known, [ctename, first]]);
    const own = ctequery === undefined ? null : readQuery(ctequery, null, inside);
    if (own === null) continue;
    known.set(ctename, own);
    query.inner.push(own);
  }
  return known;
}

function addSource(query: Query, item: Node, isOptional: boolean, named: Named): void {
  if ('JoinExpr' in item) addJoin(query, item.JoinExpr, isOptional, named);
  const add = (alias: string, rest: Partial<Source>): void => {
    query.sources.push({ alias, table: null, query: null, columns: [], isOptional, ...rest });
  };
  if ('RangeVar' in item) {
    const { relname = '', alias, schemaname } = item.RangeVar;
    const own = named.get(relname) ?? null;
    // Tables of Postgres itself are of no organization.
    const table = own === null && !isOfPostgres(relname, schemaname) ? relname : null;
    add(alias?.aliasname ?? relname, { table, query: own });
  } else if ('RangeSubselect' in item) {
    const { alias, subquery } = item.RangeSubselect;
    const own = subquery === undefined ? null : readQuery(subquery, query, named);
    if (own !== null) query.inner.push(own);
    add(alias?.aliasname ?? '', { query: own, columns: textsOf(alias?.colnames) });
  } else if ('RangeFunction' in item) {
    const { alias, functions = [] } = item.RangeFunction;
    const defined = (item.RangeFunction.coldeflist ?? []).flatMap((one) =>
      'ColumnDef' in one ? (one.ColumnDef.colname ?? '') : [],
    );
    add(alias?.aliasname ?? '', { columns: [...textsOf(alias?.colnames), ...defined] });
    addInner(query, functions, named);
  }
}

const isOfPostgres = (name: string, schema: string | undefined): boolean =>
  name.startsWith('pg_') || schema === 'pg_catalog' || schema === 'information_schema';

function addJoin(query: Query, join: JoinExpr, isOptional: boolean, named: Named): void {
  const { jointype, larg, rarg, quals } = join;
  const isLeftOptional = isOptional || jointype === 'JOIN_RIGHT' || jointype === 'JOIN_FULL';
  const isRightOptional = isOptional || jointype === 'JOIN_LEFT' || jointype === 'JOIN_FULL';
  if (larg !== undefined) addSource(query, larg, isLeftOptional, named);
  if (rarg !== undefined) addSource(query, rarg, isRightOptional, named);
  (jointype === 'JOIN_INNER' && !isOptional ? query.conditions : query.joined).push(...partsOf(quals));
}

/** Adds the queries in expressions, each once. */
function addInner(query: Query, nodes: readonly Node[], named: Named): void {
  for (const node of nodes)
    walkSql(node, (one) => {
      if (!('SubLink' in one)) return true;
      addSubLink(query, one.SubLink, named);
      return false;
    });
}

function addSubLink(query: Query, { subselect, testexpr, subLinkType }: SubLink, named: Named): void {
  const own = subselect === undefined ? null : readQuery(subselect, query, named);
  if (own === null) return;
  query.inner.push(own);
  if (testexpr === undefined) return;
  addInner(query, [testexpr], named);
  if (subLinkType === 'ANY_SUBLINK') query.memberships.push({ test: testexpr, query: own });
}

function outputsOf(list: readonly Node[] | undefined): readonly Output[] {
  return (list ?? []).flatMap((node) => {
    if (!('ResTarget' in node) || node.ResTarget.val === undefined) return [];
    return [{ name: node.ResTarget.name ?? nameOfValue(node.ResTarget.val), value: node.ResTarget.val }];
  });
}

/** As Postgres names a column without a name. */
function nameOfValue(value: Node): string {
  if ('ColumnRef' in value) return textsOf(value.ColumnRef.fields).at(-1) ?? '*';
  if ('FuncCall' in value) return textsOf(value.FuncCall.funcname).at(-1) ?? '';
  return 'TypeCast' in value && value.TypeCast.arg !== undefined ? nameOfValue(value.TypeCast.arg) : '';
}

/** A query and all in it. */
export const allQueries = (query: Query): readonly Query[] => [
  ...new Set([query, ...query.inner.flatMap((inner) => allQueries(inner))]),
];
