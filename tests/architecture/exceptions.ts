/** Where the rules of the architecture do not hold: for good with the reason, or until it is mended. */
import { ACROSS_TENANTS } from './across-tenants.ts';
import type { Exception } from './exception.ts';
import { GLOBAL_CLASSES } from './global-classes.ts';
import { KEPT_KEYS, PENDING_KEYS } from './keys-without-tenant.ts';
import { PENDING_TEXTS } from './pending-texts.ts';
import { UNBOUND_FILES } from './unbound.ts';

/** By the name of the rule. */
type ByRule<Entry> = Readonly<Record<string, readonly Entry[]>>;

/** Allowed for good. */
const ALLOWED: ByRule<Exception> = {
  ...KEPT_KEYS,
  'base-names-are-unique': [
    'routes.ts',
    'errors.ts',
    'audit.ts',
    'policies.ts',
    'problems.ts',
    'tenants.ts',
    'weather.ts',
    'zones.ts',
  ].map((where) => ({ where, reason: 'a concept of the product that several packages have a module for' })),
  'sql-in-stores-and-views-only': [
    ...['apps/cli/src/postgres/serving-database.ts', 'apps/cli/src/restore.ts'].map((where) => ({
      where,
      reason: 'creates databases and roles before there is a store',
    })),
    { where: 'apps/cli/src/recovery/archive-present.ts', reason: 'ends a file of WAL, as the superuser' },
    { where: 'apps/cli/src/recovery/check-archive.ts', reason: 'compares two databases, as the superuser' },
  ],
  'channels-are-compared-in-their-table-only': [
    {
      where: 'apps/console/src/features/get-started/channel-tiles.tsx',
      reason:
        'offers the three channels that need no account elsewhere, each with steps of its own; all of them are under Notifications',
    },
    ...['apps/console/src/features/integrations/*', 'apps/server/src/capabilities/integrations/**'].map((where) => ({
      where,
      reason: 'a webhook is a kind of integration as well, by which readings come in',
    })),
  ],
  'metrics-are-compared-in-their-table-only': [
    { where: 'tools/check-image/check-broker.ts', reason: 'looks for the reading that it sent' },
  ],
  'all-organizations-are-reached-by-listed-files': UNBOUND_FILES,
  'stores-of-an-organization-take-its-tenant': ACROSS_TENANTS,
  'stores-are-called-with-another-tenant': [
    {
      where: 'apps/server/src/capabilities/notifications/outbound-destinations/outbound-store.ts: isTenant',
      reason: 'says whether there is such an organization: nothing of another one is involved',
    },
  ],
  'tables-are-written-by-their-owner': [
    ...['location', 'reading', 'sentry', 'tenant'].map((table) => ({
      where: `apps/server/src/views/write-probe.ts: ${table}`,
      reason: 'writes as a report would, to find out whether reports can be stored',
    })),
    {
      where: 'apps/server/src/capabilities/simulated-sentries/simulated-sentry-store.ts: sentry',
      reason: 'its column simulated_until, in one statement with the row of the simulation',
    },
    {
      where: 'apps/server/src/capabilities/tenant-config/tenant-config-store.ts: tenant',
      reason: 'its column monitor_revision, which every edit increments',
    },
    {
      where: 'apps/server/src/capabilities/operations/announcement-store.ts: user_account',
      reason: 'its column seen_announcement',
    },
    ...['api_token', 'user_account'].map((table) => ({
      where: `apps/server/src/capabilities/operations/bring-back-store.ts: ${table}`,
      reason: 'what was erased on purpose since, in the transaction that copied it',
    })),
    {
      where: 'apps/server/src/capabilities/operations/bring-back-store.ts: tenant',
      reason: 'its column suspended, in the transaction that copied it',
    },
  ],
  'all-of-a-list-is-loaded-by-useWholeList': [
    {
      where: 'apps/console/src/features/policies/overrides/use-policy-overrides.ts',
      reason: 'has a button for the next page',
    },
  ],
  'files-have-at-most-350-lines': [
    { where: 'prisma/schema.prisma', reason: 'the only definition of the database schema' },
  ],
};

/** Until it is mended. */
const PENDING: ByRule<Exception> = {
  ...PENDING_TEXTS,
  'classes-stand-in-modules': Object.entries(GLOBAL_CLASSES).flatMap(([sheet, names]) =>
    names.split(' ').map((name) => ({
      where: `apps/console/src/${sheet}: ${name}`,
      reason: 'shared by screens, or not moved beside its component yet',
    })),
  ),
  ...PENDING_KEYS,
};

/** Exceptions of a rule, allowed and pending. */
export const exceptionsOf = (rule: string): readonly Exception[] => [
  ...(ALLOWED[rule] ?? []),
  ...(PENDING[rule] ?? []),
];

/** The rules that have exceptions. */
export const EXCEPTED_RULES: readonly string[] = [...new Set([...Object.keys(ALLOWED), ...Object.keys(PENDING)])];
