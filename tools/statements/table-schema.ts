/** The tables of prisma/schema.prisma: their columns, keys and references. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Table {
  readonly name: string;
  /** By their names in the database: whether one may hold no value. */
  readonly columns: ReadonlyMap<string, { readonly isOptional: boolean }>;
  /** Its primary key and its unique ones. */
  readonly keys: readonly (readonly string[])[];
  readonly references: readonly Reference[];
}

export interface Reference {
  /** The table it leads to. */
  readonly to: string;
  readonly columns: readonly string[];
  readonly onUpdate: string;
  readonly onDelete: string;
}

export type Tables = ReadonlyMap<string, Table>;

const MODEL = /^model (\w+) \{(.*?)^\}/gmsu;
const namesIn = (list: string): readonly string[] => list.split(',').map((name) => name.trim().replace(/\(.*/u, ''));

interface Model {
  readonly name: string;
  readonly table: string;
  readonly lines: readonly string[];
}

const readModels = (schema: string): readonly Model[] =>
  [...schema.matchAll(MODEL)].map(([, name = '', body = '']) => ({
    name,
    table: /@@map\("(\w+)"\)/u.exec(body)?.[1] ?? name,
    lines: body.split('\n').map((line) => line.trim()),
  }));

function readTable({ table, lines }: Model, models: readonly Model[]): Table {
  const fields = lines.flatMap((line) => {
    const [, name, type, suffix] = /^(\w+)\s+(\w+)(\[\]|\?)?/u.exec(line) ?? [];
    if (name === undefined || type === undefined || models.some((model) => model.name === type)) return [];
    return [{ name, column: /@map\("(\w+)"\)/u.exec(line)?.[1] ?? name, isOptional: suffix === '?', line }];
  });
  const columnOf = (field: string): string => fields.find(({ name }) => name === field)?.column ?? field;
  const own = fields.filter(({ line }) => /@(id|unique)\b/u.test(line)).map(({ column }) => [column]);
  const composed = lines.flatMap((line) => {
    const [, list] = /^@@(?:id|unique)\(\[([^\]]+)\]/u.exec(line) ?? [];
    return list === undefined ? [] : [namesIn(list).map(columnOf)];
  });
  const references = lines.flatMap((line) => {
    const [, type, options = ''] = /^\w+\s+(\w+)\??.*@relation\((.*)\)$/u.exec(line) ?? [];
    const [, list] = /fields: \[([^\]]+)\]/u.exec(options) ?? [];
    if (list === undefined) return [];
    return {
      to: models.find(({ name }) => name === type)?.table ?? '',
      columns: namesIn(list).map(columnOf),
      onUpdate: /onUpdate: (\w+)/u.exec(options)?.[1] ?? 'Cascade',
      onDelete: /onDelete: (\w+)/u.exec(options)?.[1] ?? 'Restrict',
    };
  });
  const columns = new Map(fields.map(({ column, isOptional }) => [column, { isOptional }]));
  return { name: table, columns, keys: [...own, ...composed], references };
}

/** @param schema Text of a Prisma schema. */
export function readTables(schema: string): Tables {
  const models = readModels(schema);
  return new Map(models.map((model) => [model.table, readTable(model, models)]));
}

/** Those of the product. */
export const productTables = (): Tables =>
  readTables(readFileSync(join(fileURLToPath(new URL('../../', import.meta.url)), 'prisma/schema.prisma'), 'utf8'));
