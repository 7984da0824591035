/** Which source of a query a column is of. */
import type { Node } from 'libpg-query';
import type { Query, Source } from './query-model.ts';
import { textsOf } from './sql-tree.ts';
import type { Tables } from './table-schema.ts';

export interface Column {
  readonly query: Query;
  readonly source: Source;
  readonly name: string;
}

/** The names of a source's columns. */
export function columnNames(tables: Tables, { table, query, columns }: Source): readonly string[] {
  if (table !== null) return [...(tables.get(table)?.columns.keys() ?? [])];
  if (query === null || columns.length > 0) return columns;
  return query.outputs.flatMap(({ name }) =>
    name === '*' ? query.sources.flatMap((source) => columnNames(tables, source)) : [name],
  );
}

/** The column that a node names; null: it is none, or not of a known source. */
export function columnOf(tables: Tables, query: Query, node: Node): Column | null {
  if (!('ColumnRef' in node)) return null;
  const fields = textsOf(node.ColumnRef.fields);
  const name = fields.at(-1) ?? '';
  const alias = fields.length > 1 ? fields.at(-2) : undefined;
  let inside: Query | null = null;
  for (let place: Query | null = query; place !== null; inside = place, place = place.outer) {
    const source = place.sources.find(
      (one) =>
        !isMadeBy(one, inside) && (alias === undefined ? columnNames(tables, one).includes(name) : one.alias === alias),
    );
    if (source !== undefined) return { query: place, source, name };
  }
  return null;
}

/** Whether a query is what a source consists of: its columns are not known inside. */
const isMadeBy = (source: Source, inside: Query | null): boolean =>
  inside !== null && (source.query === inside || source.query?.parts.includes(inside) === true);
