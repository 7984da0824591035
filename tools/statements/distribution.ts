/** Where a statement would run if tables were distributed by organization (decision 77). */
import type { Node } from 'libpg-query';
import { type Column, columnNames, columnOf } from './names.ts';
import { allQueries, type Query, type Source } from './query-model.ts';
import { textsOf, walkSql, withoutCast } from './sql-tree.ts';
import type { Tables } from './table-schema.ts';

export const TENANT = 'tenant_guid';

/** How many organizations the rows that a statement reaches are of: as many as values were given, or all. */
export type Reach =
  /** `= $1`. */
  | 'one'
  /** `= ANY($1)`. */
  | 'several'
  /** That of rows which travel with the statement. */
  | 'batch'
  | 'all';

export interface Distribution {
  /** Distributed tables that it touches. */
  readonly tables: readonly string[];
  readonly reach: Reach;
  /** Those that are not joined with the others by their organization, by their alias. */
  readonly apart: readonly string[];
}

/** Columns that have the same value, and what is known of it. */
class Classes {
  readonly #parents = new Map<string, string>();
  readonly #reach = new Map<string, Reach>();
  readonly #numbers = new Map<Source, number>();

  keyOf(source: Source, name: string): string {
    const number = this.#numbers.get(source) ?? this.#numbers.size;
    this.#numbers.set(source, number);
    return `${number}.${name}`;
  }

  rootOf(key: string): string {
    const parent = this.#parents.get(key);
    return parent === undefined ? key : this.rootOf(parent);
  }

  join(one: string, other: string): void {
    const [root, second] = [this.rootOf(one), this.rootOf(other)];
    if (root === second) return;
    const reach = this.#reach.get(second);
    this.#parents.set(second, root);
    if (reach !== undefined) this.limit(root, reach);
  }

  /** The value is one of those that were given; the narrowest wins. */
  limit(key: string, reach: Reach): void {
    const root = this.rootOf(key);
    const known = this.#reach.get(root);
    if (known === undefined || ORDER.indexOf(reach) < ORDER.indexOf(known)) this.#reach.set(root, reach);
  }

  reachOf(key: string): Reach {
    return this.#reach.get(this.rootOf(key)) ?? 'all';
  }
}

const ORDER: readonly Reach[] = ['one', 'several', 'batch', 'all'];

class Analysis {
  readonly classes = new Classes();
  readonly #joined = new Classes();
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** The columns that a value may be of: those of a query inside are those that it returns. */
  columnsOf(query: Query, value: Node): readonly Column[] {
    const column = columnOf(this.#tables, query, withoutCast(value));
    return column === null ? [] : this.#origins(column);
  }

  #origins(column: Column): readonly Column[] {
    const { query, columns } = column.source;
    if (query === null) return [column];
    const at = columns.indexOf(column.name);
    return [column, ...this.outputsOf(query, at < 0 ? column.name : at)];
  }

  /** The columns that an output of a query is of, in each of its parts. */
  outputsOf(query: Query, which: string | number): readonly Column[] {
    const at = typeof which === 'number' ? which : query.outputs.findIndex(({ name }) => name === which);
    const parts = query.parts.length > 0 ? query.parts : [query];
    return parts.flatMap((part) => {
      const value = part.outputs[at]?.value;
      if (value !== undefined) return this.columnsOf(part, value);
      const star = part.outputs.some(({ name }) => name === '*');
      const source = star
        ? part.sources.find((one) => columnNames(this.#tables, one).includes(String(which)))
        : undefined;
      return source === undefined ? [] : this.#origins({ query: part, source, name: String(which) });
    });
  }

  key({ source, name }: Column): string {
    return this.classes.keyOf(source, name);
  }

  equate(query: Query, one: Node, other: Node): void {
    const [left, right] = [this.columnsOf(query, one), this.columnsOf(query, other)];
    const [first, ...rest] = [...left, ...right].map((column) => this.key(column));
    if (first === undefined) return;
    for (const key of rest) this.classes.join(first, key);
    if (left.length === 0 || right.length === 0) this.#limit(query, first, left.length === 0 ? one : other);
  }

  #limit(query: Query, key: string, value: Node): void {
    const plain = withoutCast(value);
    if ('ParamRef' in plain || 'A_Const' in plain) this.classes.limit(key, 'one');
    if (!('SubLink' in plain)) return;
    const own = query.inner.find(({ tree }) => tree === plain.SubLink.subselect);
    for (const column of own === undefined ? [] : this.outputsOf(own, 0)) this.classes.join(key, this.key(column));
  }

  condition(query: Query, condition: Node): void {
    if (!('A_Expr' in condition)) return;
    const { kind, name, lexpr, rexpr } = condition.A_Expr;
    if (lexpr === undefined || rexpr === undefined || textsOf(name).at(-1) !== '=') return;
    if (kind === 'AEXPR_OP' && 'RowExpr' in lexpr && 'RowExpr' in rexpr) {
      const others = rexpr.RowExpr.args ?? [];
      for (const [at, one] of (lexpr.RowExpr.args ?? []).entries()) {
        const other = others[at];
        if (other !== undefined) this.equate(query, one, other);
      }
    } else if (kind === 'AEXPR_OP') this.equate(query, lexpr, rexpr);
    else if (kind === 'AEXPR_IN' || kind === 'AEXPR_OP_ANY')
      for (const column of this.columnsOf(query, lexpr)) this.classes.limit(this.key(column), 'several');
  }

  membership(query: Query, test: Node, of: Query): void {
    const tests = 'RowExpr' in test ? (test.RowExpr.args ?? []) : [test];
    for (const [at, one] of tests.entries()) {
      const [first, ...rest] = [...this.columnsOf(query, one), ...this.outputsOf(of, at)].map((column) =>
        this.key(column),
      );
      if (first !== undefined) for (const key of rest) this.classes.join(first, key);
    }
  }

  groupOf(source: Source): string {
    return this.#joined.rootOf(this.#joined.keyOf(source, ''));
  }

  #join(one: Source | undefined, other: Source | undefined): void {
    if (one !== undefined && other !== undefined)
      this.#joined.join(this.#joined.keyOf(one, ''), this.#joined.keyOf(other, ''));
  }

  /** What a query reads together: in `FROM`, and by columns of the query around it. */
  #readJoins(query: Query): void {
    const [first] = query.sources;
    for (const source of query.sources) {
      this.#join(first, source);
      for (const part of source.query === null ? [] : [source.query, ...source.query.parts])
        this.#join(source, part.sources[0]);
    }
    for (const { query: of } of query.memberships)
      for (const part of [of, ...of.parts]) this.#join(first, part.sources[0]);
    if (query.kind === 'insert') this.#join(first, query.inner[0]?.sources[0]);
    walkSql(query.tree, (node) => {
      const column = columnOf(this.#tables, query, node);
      if (column !== null && column.query !== query) this.#join(first, column.source);
      return true;
    });
  }

  read(query: Query): void {
    this.#readJoins(query);
    for (const source of query.sources)
      if (source.table === null && source.query === null)
        // What a function returns travels with the statement.
        for (const name of source.columns) this.classes.limit(this.classes.keyOf(source, name), 'batch');
    for (const source of query.sources)
      if (source.query !== null)
        for (const name of columnNames(this.#tables, source)) {
          const key = this.classes.keyOf(source, name);
          for (const origin of this.#origins({ query, source, name })) this.classes.join(key, this.key(origin));
        }
    for (const condition of [...query.conditions, ...query.joined]) this.condition(query, condition);
    for (const { test, query: of } of query.memberships) this.membership(query, test, of);
    const [target] = query.sources;
    if (query.kind !== 'insert' || target === undefined) return;
    const written = query.set.find(({ name }) => name === TENANT);
    const from = query.inner[0] ?? query;
    if (written === undefined) return;
    const key = this.classes.keyOf(target, TENANT);
    for (const column of this.columnsOf(from, written.value)) this.classes.join(key, this.key(column));
    this.#limit(query, key, written.value);
  }
}

interface Placed {
  readonly source: Source;
  /** Those with the same organization. */
  readonly root: string;
  /** Those that it is joined with, by whatever column. */
  readonly group: string;
  readonly reach: Reach;
}

/** Of tables that are joined, those that are not joined by their organization. */
function apartIn(group: readonly Placed[]): readonly Placed[] {
  // Where some are limited by a value, the others have to be; else all of them by one another.
  if (group.some(({ reach }) => reach !== 'all')) return group.filter(({ reach }) => reach === 'all');
  const roots = [...Map.groupBy(group, ({ root }) => root).values()];
  const [largest] = roots.sort((one, other) => other.length - one.length);
  return group.filter((one) => !largest?.includes(one));
}

/** @param isDistributed Whether the rows of a table are placed by their organization. */
export function distributionOf(tables: Tables, isDistributed: (table: string) => boolean, query: Query): Distribution {
  const analysis = new Analysis(tables);
  const queries = allQueries(query);
  for (const one of queries) analysis.read(one);
  const sources = queries.flatMap((one) => one.sources).filter(({ table }) => table !== null && isDistributed(table));
  const placed = sources.map((source): Placed => {
    const root = analysis.classes.rootOf(analysis.classes.keyOf(source, TENANT));
    return { source, root, group: analysis.groupOf(source), reach: analysis.classes.reachOf(root) };
  });
  const reaches = placed.map((one) => ORDER.indexOf(one.reach));
  const apart = [...Map.groupBy(placed, ({ group }) => group).values()].flatMap(apartIn);
  return {
    tables: [...new Set(sources.map(({ table }) => table ?? ''))],
    reach: ORDER[Math.max(0, ...reaches)] ?? 'all',
    apart: [...new Set(apart.map(({ source }) => source.alias))],
  };
}
