/** A rule about the database: each table has one owner, which the README of a module names, and nobody else writes it. */
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';

const SCHEMA = 'prisma/schema.prisma';
const README = /^(apps\/server\/src\/(?:capabilities\/[^/]+|platform))\/README\.md$/u;
const MODEL = /^model (\w+) \{(.*?)^\}/gmsu;
const SQL_WRITE = /\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\s+(?:ONLY\s+)?(\w+)/gu;
const PRISMA_WRITE = /\.(\w+)\s*\.(?:create|update|upsert|delete)\w*\(/gu;

/** The tables of the schema, by the names that Prisma gives their models: `userAccount`, `user_account`. */
function readTables(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const schema = files.find(({ path }) => path === SCHEMA)?.text ?? '';
  return new Map(
    [...schema.matchAll(MODEL)].map(([, model = '', body = '']) => [
      `${model.charAt(0).toLowerCase()}${model.slice(1)}`,
      /@@map\("(\w+)"\)/u.exec(body)?.[1] ?? model,
    ]),
  );
}

/** The tables that a README names in its first sentence with "Owns". */
const ownedTables = (readme: string): string[] => {
  const [, sentence = ''] = /^- \**Owns\**(.*?)\.(?:\s|$)/msu.exec(readme) ?? [];
  return [...sentence.matchAll(/`(\w+)`/gu)].map(([, table = '']) => table);
};

const writtenTables = (text: string, tables: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set([
    ...[...text.matchAll(SQL_WRITE)].map(([, table = '']) => table),
    ...[...text.matchAll(PRISMA_WRITE)].flatMap(([, model = '']) => tables.get(model) ?? []),
  ]);

function findOffenders(files: readonly SourceFile[]): string[] {
  const tables = readTables(files);
  const owners = new Map<string, string[]>([...tables.values()].map((table) => [table, []]));
  for (const { path, text } of files) {
    const [, module] = README.exec(path) ?? [];
    if (module !== undefined) for (const table of ownedTables(text)) owners.get(table)?.push(module);
  }
  const unclear = [...owners].filter(([, modules]) => modules.length !== 1).map(([table]) => `${SCHEMA}: ${table}`);
  const server = files.filter((file) => isCode(file) && !isTest(file) && file.path.startsWith('apps/server/src/'));
  const foreign = server.flatMap(({ path, text }) =>
    [...writtenTables(text, tables)]
      .filter((table) => owners.get(table)?.every((module) => !path.startsWith(`${module}/`)) === true)
      .map((table) => `${path}: ${table}`),
  );
  return [...unclear, ...foreign];
}

const ZONES: readonly SourceFile[] = [
  { path: SCHEMA, text: 'model Zone {\n  guid String @id\n\n  @@map("zone")\n}\n' },
  { path: 'apps/server/src/capabilities/zones/README.md', text: '# Zones\n\n- **Owns** `zone`.\n' },
];

export const TABLE_OWNER_RULES: readonly SourceRule[] = [
  {
    name: 'tables-are-written-by-their-owner',
    offenders: findOffenders,
    violations: [
      [
        ...ZONES,
        { path: 'apps/server/src/capabilities/assets/asset-store.ts', text: 'sql.query(`UPDATE zone SET x = 1`);' },
      ],
      [...ZONES, { path: 'apps/server/src/views/zone-page.ts', text: "sql.query('DELETE FROM zone');" }],
      [
        ...ZONES,
        {
          path: 'apps/server/src/capabilities/assets/asset-store.ts',
          text: 'await tx.prisma.zone.updateMany({ data: {} });',
        },
      ],
      [...ZONES, { path: 'apps/server/src/capabilities/assets/README.md', text: '- Owns `asset`, `zone`.\n' }],
      ZONES.slice(0, 1),
    ],
  },
];
