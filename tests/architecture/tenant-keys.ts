/** A rule about the database: keys and references of what an organization has begin with the organization (decision 77). */
import type { SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';

const SCHEMA = 'prisma/schema.prisma';
const MODEL = /^model (\w+) \{(.*?)^\}/gmsu;
const TENANT = 'tenantGuid';

interface Table {
  readonly name: string;
  /** Fields of its primary and unique keys. */
  readonly keys: readonly (readonly string[])[];
  readonly references: readonly Reference[];
}

interface Reference {
  readonly to: string;
  readonly fields: readonly string[];
  readonly keepsKeys: boolean;
}

const fieldsOf = (list: string): string[] => list.split(',').map((field) => field.trim());

function readTable(model: string, body: string): Table {
  const own = [...body.matchAll(/^ {2}(\w+) .*@(?:id|unique)\b/gmu)].map(([, field = '']) => [field]);
  const composed = [...body.matchAll(/@@(?:id|unique)\(\[([^\]]+)\]/gu)].map(([, list = '']) => fieldsOf(list));
  const references = [...body.matchAll(/^ {2}\w+ +(\w+)\??.*@relation\((.*)\)$/gmu)].flatMap(
    ([, to = '', options = '']) => {
      const [, list] = /fields: \[([^\]]+)\]/u.exec(options) ?? [];
      return list === undefined
        ? []
        : [{ to, fields: fieldsOf(list), keepsKeys: options.includes('onUpdate: NoAction') }];
    },
  );
  return { name: /@@map\("(\w+)"\)/u.exec(body)?.[1] ?? model, keys: [...own, ...composed], references };
}

const readTables = (files: readonly SourceFile[]): Table[] => {
  const schema = files.find(({ path }) => path === SCHEMA)?.text ?? '';
  return [...schema.matchAll(MODEL)]
    .map(([, model = '', body = '']) => readTable(model, body))
    .filter(({ name }) => name !== 'tenant');
};

/** An offender for each key or reference of a table that does not hold. */
const offendersOf =
  (find: (table: Table) => readonly string[]) =>
  (files: readonly SourceFile[]): string[] =>
    readTables(files).flatMap((table) => find(table).map((part) => `${SCHEMA}: ${table.name}${part}`));

const planted = (body: string): readonly SourceFile[] => [
  { path: SCHEMA, text: `model Zone {\n${body}\n  @@map("zone")\n}\n` },
];

export const TENANT_KEY_RULES: readonly SourceRule[] = [
  {
    name: 'keys-begin-with-the-tenant',
    offenders: offendersOf(({ keys }) =>
      keys.filter(([first]) => first !== TENANT).map((key) => ` (${key.join(', ')})`),
    ),
    violations: [
      planted('  guid String @id @db.Uuid\n  tenantGuid String'),
      planted('  tenantGuid String\n  guid String\n\n  @@id([guid, tenantGuid])'),
      planted('  tenantGuid String\n  guid String\n  name String @unique\n\n  @@id([tenantGuid, guid])'),
    ],
  },
  {
    name: 'references-begin-with-the-tenant',
    offenders: offendersOf(({ keys, references }) => [
      ...references.filter(({ fields: [first] }) => first !== TENANT).map(({ to }) => ` -> ${to}`),
      // What begins with the tenant reaches its row, by a reference of its own or through what it belongs to.
      ...(keys.some(([first]) => first === TENANT) && references.length === 0 ? [' -> none'] : []),
    ]),
    violations: [
      planted(
        '  tenantGuid String @id\n  parent Zone @relation(fields: [parentGuid], references: [guid], onUpdate: NoAction)',
      ),
      planted('  tenantGuid String\n  guid String\n\n  @@id([tenantGuid, guid])'),
    ],
  },
  {
    name: 'references-keep-keys',
    offenders: offendersOf(({ references }) =>
      references.filter(({ keepsKeys }) => !keepsKeys).map(({ to, fields }) => ` -> ${to} (${fields.join(', ')})`),
    ),
    violations: [
      planted('  tenantGuid String @id\n  tenant Tenant @relation(fields: [tenantGuid], references: [guid])'),
    ],
  },
];
