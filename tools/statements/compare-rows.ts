/** Compares what the code says about a statement with what Postgres says. */
import type { Described, DescribedColumn } from './describe-statement.ts';
import type { Statement } from './find-statements.ts';
import { nullabilityOf } from './nullability.ts';
import type { Kind, StatedColumn } from './row-types.ts';
import type { Tables } from './table-schema.ts';

/** What `pg` makes of a value, by the type that Postgres names; of all other types: a string. */
const KINDS: Readonly<Record<string, Kind>> = {
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  oid: 'number',
  real: 'number',
  'double precision': 'number',
  date: 'Date',
  'timestamp without time zone': 'Date',
  'timestamp with time zone': 'Date',
  bytea: 'bytes',
  interval: 'object',
  point: 'object',
};
/** What JSON holds depends on the code that wrote it. */
const ANY = new Set(['json', 'jsonb', 'json[]', 'jsonb[]', 'void']);

function kindOf(type: string): Kind {
  return type.endsWith('[]') ? `${kindOf(type.slice(0, -2))}[]` : (KINDS[type] ?? 'string');
}

function problemOfColumn(
  { kinds }: StatedColumn,
  { name, type }: DescribedColumn,
  isNull: boolean | null,
): string | null {
  if (kinds.includes('unknown') || ANY.has(type)) return null;
  const expected = kindOf(type);
  const stated = kinds.filter((kind) => kind !== 'null' && kind !== 'undefined');
  if (stated.length !== 1 || stated[0] !== expected)
    return `${name} is ${type}, which is read as ${expected}, not as ${kinds.join(' | ')}`;
  // One type may be of several statements: that it allows more than this one returns is no problem.
  return isNull === true && !kinds.includes('null') ? `${name} may be null` : null;
}

/** What is wrong with the type of rows that a call states. */
function rowProblems(tables: Tables, { text, columns: stated }: Statement, { columns }: Described): readonly string[] {
  if (stated === null) return [];
  const isNull = nullabilityOf(tables, text);
  const names = columns.map(({ name }) => name);
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  return [
    ...repeated.map((name) => `returns ${name} twice`),
    ...stated.filter(({ name }) => !names.includes(name)).map(({ name }) => `returns no ${name}`),
    ...columns.flatMap((column) => {
      const own = stated.find(({ name }) => name === column.name);
      return own === undefined
        ? `returns ${column.name}, which its type does not name`
        : (problemOfColumn(own, column, isNull(column.name)) ?? []);
    }),
  ];
}

function countProblem({ valueCount }: Statement, { parameters }: Described): readonly string[] {
  return valueCount === null || valueCount === parameters.length
    ? []
    : [`takes ${parameters.length} parameters, and ${valueCount} are passed`];
}

/** Sentences; none where the code and Postgres agree. */
export const compareStatement = (tables: Tables, statement: Statement, described: Described): readonly string[] => [
  ...countProblem(statement, described),
  ...rowProblems(tables, statement, described),
];
