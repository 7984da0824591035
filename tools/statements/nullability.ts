/** Whether a column that a statement returns may hold no value, as far as the schema and the statement show. */
import type { Node } from 'libpg-query';
import { type Column, columnOf } from './names.ts';
import { type Query, readQuery, type Source } from './query-model.ts';
import { parseSql, partsOf, textsOf, withoutCast } from './sql-tree.ts';
import type { Tables } from './table-schema.ts';

/** Functions that return a value, whatever they are given. */
const NEVER_NULL = new Set([
  'count',
  'row_number',
  'json_build_object',
  'jsonb_build_object',
  'now',
  'clock_timestamp',
]);

const refers = (tables: Tables, query: Query, node: Node | undefined, { source, name }: Column): boolean => {
  const column = node === undefined ? null : columnOf(tables, query, withoutCast(node));
  return column !== null && column.source === source && column.name === name;
};

/** Whether a condition fails where the column holds no value. */
function excludesNull(tables: Tables, query: Query, condition: Node, column: Column): boolean {
  const isIt = (node: Node | undefined): boolean => refers(tables, query, node, column);
  if ('NullTest' in condition) return condition.NullTest.nulltesttype === 'IS_NOT_NULL' && isIt(condition.NullTest.arg);
  if ('A_Expr' in condition) {
    const { kind, lexpr, rexpr } = condition.A_Expr;
    if (kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT') return false;
    // A row is compared by its first columns; only the first of them is sure to be compared.
    const sides = [lexpr, rexpr].map((side) =>
      side !== undefined && 'RowExpr' in side ? side.RowExpr.args?.[0] : side,
    );
    return sides.some(isIt);
  }
  if ('SubLink' in condition)
    return condition.SubLink.subLinkType === 'ANY_SUBLINK' && isIt(condition.SubLink.testexpr);
  if (!('BoolExpr' in condition)) return isIt(condition);
  const { boolop, args = [] } = condition.BoolExpr;
  const excludes = (one: Node): boolean => excludesNull(tables, query, one, column);
  if (boolop === 'OR_EXPR') return args.every((one) => partsOf(one).some(excludes));
  return boolop === 'AND_EXPR'
    ? args.some(excludes)
    : args.some((one) => !('NullTest' in one) && !('BoolExpr' in one) && excludes(one));
}

/** Whether a condition leaves out rows in which an optional source has none. */
const isRequired = (tables: Tables, { query, source }: Column, names: readonly string[]): boolean =>
  !source.isOptional ||
  names.some((name) =>
    query.conditions.some((condition) => excludesNull(tables, query, condition, { query, source, name })),
  );

function columnMayBeNull(tables: Tables, column: Column): boolean | null {
  const { query, source, name } = column;
  if (query.conditions.some((condition) => excludesNull(tables, query, condition, column))) return false;
  // What an update sets is not what was there.
  if (query.kind !== 'select' && query.sources[0] === source && query.set.some((one) => one.name === name)) return null;
  if (query.kind === 'insert') return null;
  const own = ofSource(tables, source, name);
  if (own === true) return true;
  return isRequired(tables, column, namesOf(tables, source)) ? own : true;
}

const namesOf = (tables: Tables, { table, query }: Source): readonly string[] =>
  table !== null ? [...(tables.get(table)?.columns.keys() ?? [])] : (query?.outputs.map(({ name }) => name) ?? []);

/** Of a row that is there. */
function ofSource(tables: Tables, source: Source, name: string): boolean | null {
  if (source.table !== null) return tables.get(source.table)?.columns.get(name)?.isOptional ?? null;
  if (source.query === null) return null;
  return outputMayBeNull(tables, source.query, name);
}

/** Of a named output; of each of the queries that return it together. */
function outputMayBeNull(tables: Tables, query: Query, name: string): boolean | null {
  const at = query.outputs.findIndex((output) => output.name === name);
  const each = (query.parts.length > 0 ? query.parts : [query]).map((part) => {
    const output = part.outputs[at];
    return output === undefined || part.outputs.some((one) => one.name === '*')
      ? null
      : mayBeNull(tables, part, output.value);
  });
  return each.includes(true) ? true : each.includes(null) ? null : false;
}

const any = (values: readonly (boolean | null)[]): boolean | null =>
  values.includes(true) ? true : values.includes(null) ? null : false;

/** null: not known. */
function mayBeNull(tables: Tables, query: Query, given: Node): boolean | null {
  const value = withoutCast(given);
  const of = (node: Node | undefined): boolean | null => (node === undefined ? true : mayBeNull(tables, query, node));
  if ('ColumnRef' in value) {
    const column = columnOf(tables, query, value);
    return column === null ? null : columnMayBeNull(tables, column);
  }
  if ('A_Const' in value) return value.A_Const.isnull === true;
  if ('NullTest' in value || 'A_ArrayExpr' in value || 'BooleanTest' in value) return false;
  // With a part that holds no value it may still be true or false.
  if ('BoolExpr' in value) return any((value.BoolExpr.args ?? []).map(of)) === false ? false : null;
  if ('CoalesceExpr' in value) {
    const each = (value.CoalesceExpr.args ?? []).map(of);
    return each.includes(false) ? false : each.includes(null) ? null : true;
  }
  if ('CaseExpr' in value) {
    const results = (value.CaseExpr.args ?? []).map((one) => ('CaseWhen' in one ? one.CaseWhen.result : undefined));
    const own = any([...results, value.CaseExpr.defresult].map(of));
    // A condition may show that its result holds a value.
    return own === true && value.CaseExpr.defresult !== undefined ? null : own;
  }
  if ('FuncCall' in value) return NEVER_NULL.has(textsOf(value.FuncCall.funcname).at(-1) ?? '') ? false : null;
  if ('SubLink' in value) return value.SubLink.subLinkType === 'EXISTS_SUBLINK' ? false : null;
  if ('A_Expr' in value && /^AEXPR_(OP|IN|LIKE|ILIKE)$/u.test(value.A_Expr.kind ?? '')) {
    const each = [value.A_Expr.lexpr, value.A_Expr.rexpr].filter((side) => side !== undefined).map(of);
    // Operators of JSON return nothing where there is nothing.
    return textsOf(value.A_Expr.name).some((name) => name.includes('>') && name.includes('-')) ? null : any(each);
  }
  return null;
}

/** Whether each column of a statement may hold no value, by its name; null: not known. */
export function nullabilityOf(tables: Tables, text: string): (name: string) => boolean | null {
  const trees = parseSql(text);
  const [tree] = trees;
  const query = trees.length !== 1 || tree === undefined ? null : readQuery(tree);
  return (name) => (query === null ? null : outputMayBeNull(tables, query, name));
}
