/** Rules about organizations: a store reaches what belongs to one of them by its tenant. */
import { matchesGlob } from 'node:path';
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';
import { fieldOf, type Node, nameOf, parseModule, typeNameOf, walk } from './syntax.ts';

const isStore = (file: SourceFile): boolean =>
  isCode(file) && !isTest(file) && matchesGlob(file.path, 'apps/*/src/**/*-store.ts');

/**
 * The capabilities whose stores are held to it. users, api-tokens and audit take the tenant as well, unchecked; sessions and second
 * factors are reached by their user, readings and states of evaluation by series and sentry; mail, events and operations mostly work
 * for all organizations.
 */
const OWNERS =
  'apps/server/src/capabilities/{alerts,assets,cameras,clips,live,locations,notifications,policies,sensors,sentries,signals,simulated-sentries,weather,zones}';

const HANDLES = new Set(['Sql', 'Prisma', 'Tx', 'Database', 'ClientBase', 'PoolClient', 'Client']);
const isHandle = (parameter: Node | undefined): boolean =>
  parameter !== undefined && HANDLES.has(typeNameOf(parameter));
/** One organization, or several: a job reads those of all that it works for at once. */
const isTenant = (parameter: Node): boolean =>
  /^tenant(s|Guids?)?$/u.test(nameOf(parameter)) || /^Tenant(Guid)?$/u.test(typeNameOf(parameter));

interface StoreFunction {
  /** As an offender is named: `path: name`, `path: factory.name` for a method of what an exported factory makes. */
  readonly where: string;
  readonly parameters: readonly Node[];
}

const parametersOf = (made: Node): Node[] => fieldOf(made, 'params').map((one) => fieldOf(one, 'left')[0] ?? one);
const isFunction = ({ type }: Node): boolean =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/u.test(type);

/** The functions that an exported `create…Store` returns as the fields of an object. */
function methodsOf(factory: Node): { readonly name: string; readonly made: Node }[] {
  const methods: { readonly name: string; readonly made: Node }[] = [];
  walk(factory, (node, [outside, ...others]) => {
    if (node.type !== 'Property' || outside?.type !== 'ObjectExpression') return;
    const place = others.find(({ type }) => type !== 'ParenthesizedExpression');
    const isReturned = place?.type === 'ReturnStatement' || place === factory;
    const [made] = fieldOf(node, 'value');
    if (isReturned && made !== undefined && isFunction(made))
      methods.push({ name: nameOf(fieldOf(node, 'key')[0]), made });
  });
  return methods;
}

/** What a store exports to be called, with its parameters. */
function storeFunctions({ path, text }: SourceFile): StoreFunction[] {
  const { program } = parseModule(path, text);
  const declared = fieldOf(program, 'body')
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((node) => fieldOf(node, 'declaration'))
    .flatMap((node) => (node.type === 'VariableDeclaration' ? fieldOf(node, 'declarations') : [node]));
  return declared.flatMap((node) => {
    const [made = node] = node.type === 'VariableDeclarator' ? fieldOf(node, 'init') : [];
    const name = nameOf(fieldOf(node, 'id')[0]);
    if (!isFunction(made)) return [];
    const own = { where: `${path}: ${name}`, parameters: parametersOf(made) };
    if (!/^create\w*Store$/u.test(name)) return [own];
    return methodsOf(made).map((method) => ({
      where: `${path}: ${name}.${method.name}`,
      // The handle is the factory's.
      parameters: [...own.parameters.slice(0, 1), ...parametersOf(method.made)],
    }));
  });
}

/** A tenant among the parameters, but not directly after the database handle. */
function hasTenantElsewhere({ parameters }: StoreFunction): boolean {
  const place = parameters.findIndex(isTenant);
  return place > (isHandle(parameters[0]) ? 1 : 0);
}

const hasNoTenant = ({ parameters }: StoreFunction): boolean => isHandle(parameters[0]) && !parameters.some(isTenant);

/** The tests that call store functions for one organization with what belongs to another. */
const isTenantTest = ({ path }: SourceFile): boolean =>
  /^apps\/server\/test\/((\w+-)?store-tenants|foreign-rows)\.test\.ts$/u.test(path);

/** Functions that take a tenant and that none of these tests calls, by their names. */
function listUncalled(files: readonly SourceFile[]): string[] {
  const tests = files.filter(isTenantTest).map(({ text }) => text);
  const isCalled = (where: string): boolean => {
    const name = where.split(/[ .]/u).at(-1) ?? '';
    return tests.some((text) => new RegExp(`\\b${name}\\(`, 'u').test(text));
  };
  return files
    .filter(isStore)
    .flatMap(storeFunctions)
    .filter(({ where, parameters }) => parameters.some(isTenant) && !isCalled(where))
    .map(({ where }) => where);
}

export const TENANT_RULES: readonly SourceRule[] = [
  {
    name: 'stores-are-called-with-another-tenant',
    offenders: listUncalled,
    violations: [
      {
        path: 'apps/server/src/capabilities/zones/zone-store.ts',
        text: 'export function findZone(prisma: Prisma, tenant: string, guid: string) {}',
      },
      [
        {
          path: 'apps/server/src/capabilities/zones/zone-store.ts',
          text: 'export function findZone(prisma: Prisma, tenant: string, guid: string) {}',
        },
        { path: 'apps/server/test/store-tenants.test.ts', text: 'otherFindZone(prisma, tenant, zone);' },
      ],
    ],
  },
  {
    name: 'tenant-directly-after-the-database-handle',
    offenders: (files) =>
      files
        .filter(isStore)
        .flatMap(storeFunctions)
        .filter(hasTenantElsewhere)
        .map(({ where }) => where),
    violations: [
      {
        path: 'apps/server/src/capabilities/zones/zone-store.ts',
        text: 'export function findZone(prisma: Prisma, guid: string, tenant: string) {}',
      },
      {
        path: 'apps/server/src/capabilities/zones/zone-store.ts',
        text: 'export const findZone = async ({ sql }: Tx, guid: string, owner: TenantGuid) => {};',
      },
      {
        path: 'apps/server/src/capabilities/zones/zone-store.ts',
        text: 'export const zoneOf = (row: ZoneRow, tenantGuid: string) => ({});',
      },
    ],
  },
  {
    name: 'stores-of-an-organization-take-its-tenant',
    offenders: (files) =>
      files
        .filter((file) => isStore(file) && matchesGlob(file.path, `${OWNERS}/**`))
        .flatMap(storeFunctions)
        .filter(hasNoTenant)
        .map(({ where }) => where),
    violations: [
      {
        path: 'apps/server/src/capabilities/zones/zone-store.ts',
        text: 'export function findZone(prisma: Prisma, guid: string) {}',
      },
      {
        path: 'apps/server/src/capabilities/alerts/comments/comment-store.ts',
        text: "export const listCommentRows = async ({ sql }: Pick<Tx, 'sql'>, alert: string) => {};",
      },
      {
        path: 'apps/server/src/capabilities/assets/asset-store.ts',
        text: 'export const createAssetStore = (prisma: Prisma) => ({ find: (guid: string) => null });',
      },
      {
        path: 'apps/server/src/capabilities/assets/asset-store.ts',
        text: 'export function createAssetStore(sql: Sql) { return { async find(guid: string) { return null; } }; }',
      },
    ],
  },
];
