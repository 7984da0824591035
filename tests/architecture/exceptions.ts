/** Where the rules of the architecture do not hold: for good with the reason, or until it is mended. */
import { ACROSS_TENANTS } from './across-tenants.ts';
import { PENDING_TEXTS } from './pending-texts.ts';
import { UNCALLED_STORE_FUNCTIONS } from './uncalled-store-functions.ts';

/**
 * Where a rule does not hold. Each entry has to be needed: one that no longer offends fails the test of its rule, so these lists
 * only shrink.
 */
export interface Exception {
  /** An offender as its rule names it, or a glob of files. */
  readonly where: string;
  readonly reason: string;
}

/** By the name of the rule. */
type ByRule<Entry> = Readonly<Record<string, readonly Entry[]>>;

/** Allowed for good. */
const ALLOWED: ByRule<Exception> = {
  'base-names-are-unique': [
    'routes.ts',
    'errors.ts',
    'audit.ts',
    'policies.ts',
    'tenants.ts',
    'weather.ts',
    'zones.ts',
  ].map((where) => ({ where, reason: 'a concept of the product that several packages have a module for' })),
  'sql-in-stores-and-views-only': ['apps/cli/src/postgres/serving-database.ts', 'apps/cli/src/restore.ts'].map(
    (where) => ({ where, reason: 'creates databases and roles before there is a store' }),
  ),
  'stores-of-an-organization-take-its-tenant': ACROSS_TENANTS,
  'files-have-at-most-350-lines': [
    { where: 'apps/console/src/app/route-table.ts', reason: 'a table with a row for each screen' },
    { where: 'prisma/schema.prisma', reason: 'the only definition of the database schema' },
  ],
};

/** Still to be mended. */
const PENDING: ByRule<string> = {
  'stores-are-called-with-another-tenant': UNCALLED_STORE_FUNCTIONS,
  ...PENDING_TEXTS,
  'functions-have-at-most-60-lines': [
    'apps/console/src/features/notifications/add-destination.tsx: AddDestination',
    'apps/console/src/features/notifications/escalation-editor.tsx: ChainFields',
    'apps/console/src/features/policies/editor/condition-details.tsx: ConditionDetails',
    'apps/console/src/features/policies/simulation/backtest-chart.tsx: BacktestChart',
    'apps/console/src/features/zones/base-zone-form.tsx: BaseZoneFields',
    'apps/console/src/features/zones/tagging-form.tsx: TaggingForm',
    'apps/console/src/features/zones/zone-preview.tsx: ZonePreview',
    'apps/console/src/screens/locations/location.tsx: Location',
    'tests/chaos/failover.test.ts: test.runIf({} failovers to a standby that confirms: nothing acknowledged is lost, the alerts are those of a quiet run)',
    'tests/chaos/full-disk.test.ts: test.runIf({} times the disk is full: 503 with Retry-After, reading goes on, nothing acknowledged is lost)',
    'tests/chaos/kill-notifications.test.ts: test({} transitions, {} kills, receivers that fail {} %: nobody misses anything or gets it twice)',
    'tests/chaos/set-clock.test.ts: test.runIf(an hour ahead and an hour back, for the server, for Postgres and for both)',
  ],
};

/** Exceptions of a rule, allowed and pending. */
export const exceptionsOf = (rule: string): readonly Exception[] => [
  ...(ALLOWED[rule] ?? []),
  ...(PENDING[rule] ?? []).map((where) => ({ where, reason: 'still to be mended' })),
];

/** The rules that have exceptions. */
export const EXCEPTED_RULES: readonly string[] = [...new Set([...Object.keys(ALLOWED), ...Object.keys(PENDING)])];
