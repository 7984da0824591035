/**
 * Which module may import which. Modules are ranked, low to high: a module imports lower ranks only.
 * tests/architecture/imports.test.ts applies these rules, and shows with tests/architecture/planted-imports.ts that each one
 * catches a deliberate violation.
 */
const CAPABILITIES = [
  'audit',
  'mail',
  'users',
  'api-tokens',
  'auth',
  'user-administration',
  'tenants',
  'locations',
  'sentries',
  'timeseries',
  'prometheus',
  'sensors',
  'zones',
  'signals',
  'cameras',
  'live',
  'assets',
  'policies',
  'tenant-config',
  'ingest',
  'simulated-sentries',
  'evaluation',
  'alerts',
  'clips',
  'weather',
  'notifications',
  'integrations',
  'installation',
  'events',
  'self-monitoring',
  'operations',
];
/** The parts of signing in, low to high. */
const AUTH = ['throttling', 'links', 'sessions', 'mfa', 'password', 'sign-in', 'oidc', 'one-time-links'];
/** The folders inside other capabilities, low to high. One that has a single folder needs no ranks. */
const PARTS = {
  alerts: [
    'timeline',
    'do-not-disturb',
    'lifecycle',
    'queries',
    'acknowledgement',
    'assignment',
    'comments',
    'external',
    'policy-changes',
    'system',
    'tuning',
    'detail',
  ],
  clips: [
    'storage',
    'alert-video',
    'links',
    'queries',
    'playback',
    'export',
    'holds',
    'uploads',
    'deletion',
    'retention',
  ],
  ingest: ['csv', 'http', 'mqtt'],
  integrations: [
    'overdue',
    'sources',
    'polled',
    'mqtt',
    'hosted',
    'nut',
    'snmp',
    'modbus',
    'prometheus',
    'webhook',
    'gateways',
  ],
  notifications: [
    'outbound-destinations',
    'recipients',
    'deliveries',
    'maintenance',
    'messages',
    'channels',
    'destinations',
    'preferences',
    'escalation',
    'action-links',
    'outbox',
    'composing',
    'digests',
  ],
  policies: ['changes', 'overrides', 'tagging-zones'],
  sentries: ['activation', 'broker', 'devices'],
};
/** What every capability needs, low to high. */
const PLATFORM = [
  'generated',
  'clock',
  'logging',
  'db',
  'jobs',
  'pubsub',
  'outbound',
  'file-encryption',
  'objects',
  'config',
  'keys',
  'settings',
  'backup',
  'wal-archive',
  'http',
];
/** Every package imports lower ones only; some of them none at all, as rules of their own say. */
const PACKAGES = ['client', 'files', 'media', 'domain', 'devices', 'i18n', 'contracts', 'monitor', 'source-io'];
/** The features of the console, low to high. Screens import the files of a feature: each of them is loaded with its screen alone. */
const FEATURES = [
  'session',
  'readings',
  'users',
  'sentries',
  'sensors',
  'locations',
  'integrations',
  'assets',
  'audit',
  'account',
  'tenants',
  'policies',
  'zones',
  'alerts',
  'video',
  'overview',
  'notifications',
  'announcements',
  'operations',
  'get-started',
  'palette',
];
const CONSOLE = ['(ui|lib)', 'features', 'events', 'screens', 'app'];

const server = 'apps/server/src';
const capabilities = `${server}/capabilities`;
const consoleSource = 'apps/console/src';
const features = `${consoleSource}/features`;

/** One rule for each folder but the highest: it imports no higher one. Tests may. */
const ranks = (kind, parent, folders) =>
  folders.slice(0, -1).map((folder, rank) => ({
    name: `${kind}-${folder.replaceAll(/[()]/gu, '').replace('|', '-')}-imports-lower-ranks-only`,
    severity: 'error',
    from: { path: `^${parent}/${folder}/`, pathNot: '(\\.test\\.tsx?$|/test/)' },
    to: { path: `^${parent}/(${folders.slice(rank + 1).join('|')})/` },
  }));

/** What other code may import of an app: the modules its package.json exports. */
function exportedModules(app) {
  const { exports = {} } = require(`./apps/${app}/package.json`);
  const paths = typeof exports === 'string' ? [exports] : Object.values(exports);
  return paths.map((path) => `^apps/${app}/${path.slice(2).replaceAll('.', '\\.')}$`);
}

const appInterfaces = ['cli', 'console', 'sentry', 'server'].map((app) => ({
  name: `app-${app}-imported-through-its-package`,
  comment: 'Apps, benchmarks and tools import of another app what its package exports; tests look inside.',
  severity: 'error',
  from: { path: '^(apps/[^/]+/src|bench|tools)/', pathNot: [`^apps/${app}/`, '\\.test\\.ts$'] },
  to: { path: `^apps/${app}/`, pathNot: exportedModules(app) },
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
    ...ranks('auth', `${capabilities}/auth`, AUTH),
    ...Object.entries(PARTS).flatMap(([capability, folders]) =>
      ranks(capability, `${capabilities}/${capability}`, folders),
    ),
    ...ranks('platform', `${server}/platform`, PLATFORM),
    ...ranks('package', 'packages', PACKAGES),
    ...ranks('console', consoleSource, CONSOLE),
    ...appInterfaces,
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
      name: 'locales-import-no-product-code',
      severity: 'error',
      from: { path: `^${server}/locales/` },
      to: { path: `^${server}/(platform|capabilities|views|app)/` },
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
      to: { path: '^(apps|bench|scripts|tests|tools)/' },
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
      name: 'devices-imports-domain-only',
      severity: 'error',
      from: { path: '^packages/devices/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(devices|domain)/src/' },
    },
    {
      name: 'api-document-stays-out-of-browsers',
      comment: 'Descriptions and examples of the API are for its document alone.',
      severity: 'error',
      from: { path: '^(apps/(console|sentry)/src|packages/contracts/src/[^/]+\\.ts$)', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^packages/contracts/src/document/' },
    },
    {
      name: 'client-imports-no-package',
      comment: 'It is published by itself.',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { path: '^packages/(?!client/)' },
    },
    {
      name: 'only-cli-imports-other-apps',
      severity: 'error',
      from: { path: '^apps/(console|sentry|server)/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/(?!$1/)' },
    },
    {
      name: 'prisma-in-stores-only',
      comment: 'Only the modules of the database import the generated client; stores receive a client from them.',
      severity: 'error',
      from: {
        path: `^${server}/`,
        pathNot: `^${server}/platform/(db/(database|limited-entities|prisma-handle|sql-handles|tenant-database)\\.ts|generated/)`,
      },
      to: { path: `^${server}/platform/generated/` },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '(\\.test\\.tsx?$|/test/|^(bench|tests|tools)/)' },
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
