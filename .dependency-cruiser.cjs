/**
 * Which module may import which. Modules are ranked, low to high: a module imports lower ranks only.
 * tests/architecture/imports.test.ts applies these rules, and shows with tests/architecture/planted-imports.ts that each one
 * catches a deliberate violation.
 */
const CAPABILITIES = [
  'audit',
  'mail',
  'accounts',
  'tenants',
  'locations',
  'sentries',
  'timeseries',
  'ingest',
  'sensors',
  'zones',
  'assets',
  'policies',
  'evaluation',
  'alerts',
  'weather',
  'notifications',
  'events',
  'operations',
];
/** The features of the console, low to high. Screens import the files of a feature: each of them is loaded with its screen alone. */
const FEATURES = [
  'session',
  'telemetry',
  'users',
  'sentries',
  'sensors',
  'locations',
  'assets',
  'audit',
  'account',
  'policies',
  'zones',
  'alerts',
  'notifications',
  'announcements',
  'operations',
  'palette',
];
const CONSOLE = ['(ui|lib)', 'features', 'events', 'screens', 'app'];

const server = 'apps/server/src';
const capabilities = `${server}/capabilities`;
const consoleSource = 'apps/console/src';
const features = `${consoleSource}/features`;

/** One rule for each folder but the highest: it imports no higher one. */
const ranks = (kind, parent, folders) =>
  folders.slice(0, -1).map((folder, rank) => ({
    name: `${kind}-${folder.replaceAll(/[()]/gu, '').replace('|', '-')}-imports-lower-ranks-only`,
    severity: 'error',
    from: { path: `^${parent}/${folder}/` },
    to: { path: `^${parent}/(${folders.slice(rank + 1).join('|')})/` },
  }));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...ranks('capability', capabilities, CAPABILITIES),
    {
      name: 'capabilities-import-each-other-through-index',
      severity: 'error',
      from: { path: `^${capabilities}/([^/]+)/` },
      to: { path: `^${capabilities}/`, pathNot: [`^${capabilities}/$1/`, `^${capabilities}/[^/]+/index\\.ts$`] },
    },
    {
      name: 'capabilities-are-imported-through-index',
      severity: 'error',
      from: { path: `^${server}/`, pathNot: `^${capabilities}/` },
      to: { path: `^${capabilities}/`, pathNot: `^${capabilities}/[^/]+/index\\.ts$` },
    },
    ...ranks('console', consoleSource, CONSOLE),
    ...ranks('feature', features, FEATURES),
    {
      name: 'features-import-each-other-through-index',
      severity: 'error',
      from: { path: `^${features}/([^/]+)/` },
      to: { path: `^${features}/`, pathNot: [`^${features}/$1/`, `^${features}/[^/]+/index\\.ts$`] },
    },
    {
      name: 'platform-imports-no-product-code',
      severity: 'error',
      from: { path: `^${server}/platform/` },
      to: { path: `^${server}/(capabilities|views|app)/` },
    },
    {
      name: 'app-is-imported-by-nothing-below',
      severity: 'error',
      from: { path: `^${server}/(capabilities|views)/` },
      to: { path: `^${server}/app/` },
    },
    {
      name: 'capabilities-import-no-views',
      severity: 'error',
      from: { path: `^${server}/capabilities/` },
      to: { path: `^${server}/views/` },
    },
    {
      name: 'packages-import-no-apps',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|scripts|tests)/' },
    },
    {
      name: 'domain-imports-nothing',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/domain/src/' },
    },
    {
      name: 'monitor-imports-domain-only',
      severity: 'error',
      from: { path: '^packages/monitor/src/' },
      to: { pathNot: '^packages/(monitor|domain)/src/' },
    },
    {
      name: 'files-imports-no-package',
      severity: 'error',
      from: { path: '^packages/files/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/(?!files/)' },
    },
    {
      name: 'console-imports-no-other-app',
      severity: 'error',
      from: { path: '^apps/console/src/' },
      to: { path: '^apps/(server|sentry)/' },
    },
    {
      name: 'prisma-in-stores-only',
      comment: 'Only the database module imports the generated client; stores receive a client from it.',
      severity: 'error',
      from: { path: `^${server}/`, pathNot: `^${server}/platform/(database\\.ts|generated/)` },
      to: { path: `^${server}/platform/generated/` },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '(\\.test\\.tsx?$|/test/|^tests/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated/prisma/(internal|models))/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
  },
};
