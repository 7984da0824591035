/** Rules about the database: statements stand in stores and views. */
import { matchesGlob } from 'node:path';
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';
import { fieldOf, type Node, nameOf, parseModule, typeNameOf, walk } from './syntax.ts';

/** Where statements belong: stores, views, and the modules that connections and migrations are made of. */
const STATEMENT_PLACES = ['apps/*/src/**/*-store.ts', 'apps/*/src/views/**', 'apps/server/src/platform/**'];
/** Of the platform, Prisma is for the modules that make the client and its transactions. */
const PRISMA_PLACES = [
  ...STATEMENT_PLACES.slice(0, 2),
  'apps/server/src/platform/db/{database,limited-entities,prisma-handle,sql-handles,tenant-database}.ts',
];

const isServerCode = (file: SourceFile): boolean =>
  isCode(file) && !isTest(file) && matchesGlob(file.path, 'apps/*/src/**');
const isIn = (globs: readonly string[], { path }: SourceFile): boolean => globs.some((glob) => matchesGlob(path, glob));

/** `prisma`, `tx.prisma`, or a binding of type `Prisma`. */
function isClient(node: Node | undefined, clients: ReadonlySet<string>): boolean {
  if (node?.type === 'Identifier') return clients.has(nameOf(node));
  return node?.type === 'MemberExpression' && nameOf(node.property) === 'prisma';
}

/** The calls of Prisma in a module: `model.method`, or the name of a method of the client itself. */
function prismaCalls({ path, text }: SourceFile): string[] {
  if (!/prisma/iu.test(text)) return [];
  const { program } = parseModule(path, text);
  const clients = new Set(['prisma']);
  walk(program, (node) => {
    if (node.type === 'Identifier' && typeNameOf(node) === 'Prisma') clients.add(nameOf(node));
  });
  const calls: string[] = [];
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return;
    const [method] = fieldOf(node, 'callee');
    if (method?.type !== 'MemberExpression') return;
    const [model] = fieldOf(method, 'object');
    if (isClient(model, clients)) calls.push(nameOf(method.property));
    else if (model?.type === 'MemberExpression' && isClient(fieldOf(model, 'object')[0], clients))
      calls.push(`${nameOf(model.property)}.${nameOf(method.property)}`);
  });
  return [...new Set(calls)].map((call) => `${path}: ${call}`);
}

const STATEMENT = /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|LOCK|TRUNCATE|CREATE|ALTER|DROP|COPY|NOTIFY) /u;
/** A word that only a statement has, so that a sentence which begins with "Update" passes. */
const CLAUSE = /\b(FROM|SET|VALUES|TABLE|INDEX|SELECT \w+\()\b|^\s*(LOCK|NOTIFY|TRUNCATE|COPY) /u;

function hasStatement({ path, text }: SourceFile): boolean {
  if (!/[A-Z]{4} /u.test(text)) return false;
  const { program } = parseModule(path, text);
  let found = false;
  walk(program, (node) => {
    const [quasi] = node.type === 'TemplateLiteral' ? fieldOf(node, 'quasis') : [];
    const value = node.type === 'Literal' ? node.value : (quasi?.value as { raw: string } | undefined)?.raw;
    if (typeof value === 'string' && STATEMENT.test(value) && CLAUSE.test(value)) found = true;
  });
  return found;
}

export const STORE_RULES: readonly SourceRule[] = [
  {
    name: 'sql-in-stores-and-views-only',
    offenders: (files) =>
      files
        .filter((file) => isServerCode(file) && !isIn(STATEMENT_PLACES, file) && hasStatement(file))
        .map(({ path }) => path),
    violations: [
      { path: 'apps/server/src/app/jobs.ts', text: "sql.query('SELECT guid FROM sentry');" },
      { path: 'apps/server/src/app/jobs.ts', text: 'sql.query(`\n  UPDATE sentry SET name = $' + '{name}`);' },
      { path: 'apps/server/src/capabilities/mail/send-mail.ts', text: "const text = 'LOCK TABLE mail';" },
    ],
  },
  {
    name: 'prisma-in-stores-and-views-only',
    offenders: (files) => files.filter((file) => isServerCode(file) && !isIn(PRISMA_PLACES, file)).flatMap(prismaCalls),
    violations: [
      { path: 'apps/server/src/app/jobs.ts', text: 'await prisma.user.count();' },
      { path: 'apps/server/src/app/jobs.ts', text: 'await tx.prisma.user.findFirst({});' },
      { path: 'apps/server/src/app/jobs.ts', text: 'const count = (db: Prisma) => db.user.count();' },
      { path: 'apps/server/src/app/jobs.ts', text: 'await db.prisma.$executeRaw(statement);' },
    ],
  },
];
