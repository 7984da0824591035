/** For each rule of .dependency-cruiser.cjs a module that breaks it. */
export interface PlantedImport {
  readonly from: string;
  /** As the module writes it. */
  readonly imports: string;
}

const SERVER = 'apps/server/src';
const CAPABILITIES = `${SERVER}/capabilities`;
const CONSOLE = 'apps/console/src';

/** By the name of the rule; those of ranked folders are made by `plantedInRanks`. */
export const PLANTED_IMPORTS: Readonly<Record<string, PlantedImport>> = {
  'no-cycles': { from: 'packages/domain/src/planted.ts', imports: './planted.ts' },
  'capabilities-import-each-other-through-index': {
    from: `${CAPABILITIES}/zones/planted.ts`,
    imports: '../mail/send-mail.ts',
  },
  'capabilities-are-imported-through-index': {
    from: `${SERVER}/views/planted.ts`,
    imports: '../capabilities/mail/send-mail.ts',
  },
  'console-ui-lib-imports-lower-ranks-only': { from: `${CONSOLE}/ui/planted.ts`, imports: '../screens/goodbye.tsx' },
  'console-features-imports-lower-ranks-only': {
    from: `${CONSOLE}/features/zones/planted-screen.ts`,
    imports: '../../screens/goodbye.tsx',
  },
  'console-events-imports-lower-ranks-only': {
    from: `${CONSOLE}/events/planted.ts`,
    imports: '../screens/goodbye.tsx',
  },
  'console-screens-imports-lower-ranks-only': { from: `${CONSOLE}/screens/planted.ts`, imports: '../app/shell.tsx' },
  'features-import-each-other-through-index': {
    from: `${CONSOLE}/features/zones/planted.ts`,
    imports: '../policies/policy-editor.tsx',
  },
  'api-document-stays-out-of-browsers': {
    from: `${CONSOLE}/lib/planted.ts`,
    imports: '../../../../packages/contracts/src/document/api-guide.ts',
  },
  'client-imports-no-package': {
    from: 'packages/client/src/planted.ts',
    imports: '../../contracts/src/errors.ts',
  },
  'platform-imports-no-product-code': { from: `${SERVER}/platform/planted.ts`, imports: '../app/jobs.ts' },
  'locales-import-no-product-code': { from: `${SERVER}/locales/planted.ts`, imports: '../platform/errors.ts' },
  'app-is-imported-by-nothing-below': { from: `${SERVER}/views/planted-app.ts`, imports: '../app/jobs.ts' },
  'capabilities-import-no-views': {
    from: `${CAPABILITIES}/zones/planted-view.ts`,
    imports: '../../views/location-cards.ts',
  },
  'packages-import-no-apps': {
    from: 'packages/contracts/src/planted.ts',
    imports: '../../../apps/server/src/main.ts',
  },
  'domain-imports-nothing': { from: 'packages/domain/src/planted-import.ts', imports: 'node:fs' },
  'monitor-imports-domain-only': {
    from: 'packages/monitor/src/planted.ts',
    imports: '../../contracts/src/alerts.ts',
  },
  'devices-imports-domain-only': {
    from: 'packages/devices/src/planted.ts',
    imports: '../../contracts/src/endpoint.ts',
  },
  'files-imports-no-package': { from: 'packages/files/src/planted.ts', imports: '../../domain/src/text.ts' },
  'app-cli-imported-through-its-package': { from: 'bench/planted-cli.ts', imports: '../apps/cli/src/planted.ts' },
  'app-console-imported-through-its-package': {
    from: 'bench/planted-console.ts',
    imports: '../apps/console/src/planted.ts',
  },
  'app-sentry-imported-through-its-package': {
    from: 'bench/planted-sentry.ts',
    imports: '../apps/sentry/src/planted.ts',
  },
  'app-server-imported-through-its-package': {
    from: 'bench/planted-server.ts',
    imports: '../apps/server/src/planted.ts',
  },
  'only-cli-imports-other-apps': { from: 'apps/sentry/src/planted.ts', imports: '../../server/src/planted.ts' },
  'prisma-in-stores-only': {
    from: `${CAPABILITIES}/zones/planted-client.ts`,
    imports: '../../platform/generated/prisma/client.ts',
  },
  'product-imports-no-tests': { from: `${SERVER}/app/planted.ts`, imports: '../../test/harness.ts' },
};

/** Capabilities that are divided into several folders. */
export const DIVIDED_CAPABILITIES = [
  'alerts',
  'auth',
  'clips',
  'ingest',
  'integrations',
  'notifications',
  'policies',
  'sentries',
] as const;
export const RANKED_KINDS = ['capability', ...DIVIDED_CAPABILITIES, 'platform', 'package', 'feature'] as const;
/** What the names of the rules of ranked folders begin with. */
export type RankedKind = (typeof RANKED_KINDS)[number];

/** Where the folders of a kind are. */
export const RANKED_FOLDERS: Readonly<Record<RankedKind, string>> = {
  capability: CAPABILITIES,
  alerts: `${CAPABILITIES}/alerts`,
  auth: `${CAPABILITIES}/auth`,
  clips: `${CAPABILITIES}/clips`,
  ingest: `${CAPABILITIES}/ingest`,
  integrations: `${CAPABILITIES}/integrations`,
  notifications: `${CAPABILITIES}/notifications`,
  policies: `${CAPABILITIES}/policies`,
  sentries: `${CAPABILITIES}/sentries`,
  platform: `${SERVER}/platform`,
  package: 'packages',
  feature: `${CONSOLE}/features`,
};

/**
 * The folders of a kind, low to high. Each but the highest has a rule, in this order; the highest is the folder without one.
 *
 * @param rules names of all rules
 * @param folders names of the folders that exist
 */
export function ranksOf(kind: RankedKind, rules: readonly string[], folders: readonly string[]): readonly string[] {
  const pattern = new RegExp(`^${kind}-(.+)-imports-lower-ranks-only$`, 'u');
  const ranked = rules.flatMap((rule) => pattern.exec(rule)?.[1] ?? []);
  return [...ranked, ...folders.filter((folder) => !ranked.includes(folder))];
}

/** In each ranked folder a module that imports the folder above, by the name of the rule. */
export function plantedInRanks(kind: RankedKind, ranks: readonly string[]): Record<string, PlantedImport> {
  return Object.fromEntries(
    ranks
      .slice(0, -1)
      .map((folder, rank) => [
        `${kind}-${folder}-imports-lower-ranks-only`,
        { from: `${RANKED_FOLDERS[kind]}/${folder}/planted-rank.ts`, imports: `../${ranks[rank + 1]}/index.ts` },
      ]),
  );
}
