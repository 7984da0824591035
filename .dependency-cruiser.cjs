/**
 * Who may import whom. Ranks are lists, low to high: a room imports lower rooms only. The check that this file is really
 * applied, with a canary that must fail, stands in tests/architecture.test.ts.
 */
const CAPABILITIES = [
  'audit',
  'mail',
  'accounts',
  'tenants',
  'locations',
  'sentries',
  'readings',
  'telemetry',
  'sensors',
  'zones',
  'assets',
  'policies',
  'monitoring',
  'alerts',
  'weather',
  'notifications',
  'live',
  'operations',
];
const CONSOLE = [['ui', 'lib'], ['features'], ['live'], ['screens'], ['app']];

const server = 'apps/server/src';
const capability = (name) => `^${server}/capabilities/${name}/`;

const capabilityRanks = CAPABILITIES.slice(0, -1).map((name, rank) => ({
  name: `capability-${name}-knows-suppliers-only`,
  severity: 'error',
  from: { path: capability(name) },
  to: { path: CAPABILITIES.slice(rank + 1).map(capability) },
}));

const oneFace = CAPABILITIES.map((name) => ({
  name: `capability-${name}-has-one-face`,
  comment: 'A capability is imported through its index.ts, and never through it from inside.',
  severity: 'error',
  from: { path: `^${server}/`, pathNot: capability(name) },
  to: { path: capability(name), pathNot: `${capability(name)}index\\.ts$` },
}));

const consoleRanks = CONSOLE.slice(0, -1).map((rooms, rank) => ({
  name: `console-${rooms.join('-')}-knows-lower-rooms-only`,
  severity: 'error',
  from: { path: `^apps/console/src/(${rooms.join('|')})/` },
  to: {
    path: `^apps/console/src/(${CONSOLE.slice(rank + 1)
      .flat()
      .join('|')})/`,
  },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...capabilityRanks,
    ...oneFace,
    ...consoleRanks,
    {
      name: 'platform-knows-no-product',
      severity: 'error',
      from: { path: `^${server}/platform/` },
      to: { path: `^${server}/(capabilities|views|app)/` },
    },
    {
      name: 'nobody-knows-app',
      severity: 'error',
      from: { path: `^${server}/(capabilities|views)/` },
      to: { path: `^${server}/app/` },
    },
    {
      name: 'capabilities-know-no-views',
      severity: 'error',
      from: { path: `^${server}/capabilities/` },
      to: { path: `^${server}/views/` },
    },
    {
      name: 'packages-know-no-apps',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|scripts|tests)/' },
    },
    {
      name: 'domain-stands-alone',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/domain/src/' },
    },
    {
      name: 'monitor-knows-domain-only',
      severity: 'error',
      from: { path: '^packages/monitor/src/' },
      to: { pathNot: '^packages/(monitor|domain)/src/' },
    },
    {
      name: 'files-know-nothing',
      severity: 'error',
      from: { path: '^packages/files/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/(?!files/)' },
    },
    {
      name: 'no-feature-imports-another-s-screens',
      severity: 'error',
      from: { path: '^apps/console/src/' },
      to: { path: '^apps/(server|sentry)/' },
    },
    {
      name: 'prisma-in-stores-only',
      comment: 'The generated client is the database module’s alone; stores take what it hands out.',
      severity: 'error',
      from: { path: `^${server}/`, pathNot: `^${server}/platform/(database\\.ts|generated/)` },
      to: { path: `^${server}/platform/generated/` },
    },
    {
      name: 'tests-stay-out-of-the-product',
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
