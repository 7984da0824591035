/** Where the tables are, once they are distributed (decision 77): by their organization, or everywhere. */
import { TENANT } from './distribution.ts';
import type { Tables } from './table-schema.ts';

const INSTALLATION = 'of the installation';
const SIGNING_IN = 'of somebody who is not signed in yet, and whose organization is not known';

/** Tables that are the same everywhere, each with the reason. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  tenant: 'the organizations themselves',
  announcement: INSTALLATION,
  audit_anchor_mark: INSTALLATION,
  downtime: INSTALLATION,
  health_observation: INSTALLATION,
  installation_setting: INSTALLATION,
  mail_relay_health: INSTALLATION,
  outgoing_mail: 'mail about an account may be of no organization',
  platform_uptime: INSTALLATION,
  recovery_check: INSTALLATION,
  attempt_count: SIGNING_IN,
  login_challenge: SIGNING_IN,
  reset_request: SIGNING_IN,
  policy_fingerprint: 'shared by sentries with the same policies, of whatever organization',
  _prisma_migrations: INSTALLATION,
};

/** Partitions that statements name. */
const PARTITIONS: Readonly<Record<string, string>> = { reading_default: 'reading' };

/** Functions of the database that read or write tables of organizations. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  'newest_reading',
  'picket_drop_empty_reading_partition',
  'picket_drop_packed_partition',
  'picket_make_packed_partition',
  'picket_make_reading_day',
]);

export type Placement = 'by organization' | 'everywhere' | 'unknown';

export function placementOf(tables: Tables, table: string): Placement {
  const name = PARTITIONS[table] ?? table;
  if (EVERYWHERE[name] !== undefined) return 'everywhere';
  return tables.get(name)?.columns.get(TENANT)?.isOptional === false ? 'by organization' : 'unknown';
}

/** What is wrong with the lists: tables on none, and entries that are no longer true. */
export const placementProblems = (tables: Tables): readonly string[] => [
  ...[...tables.keys()]
    .filter((table) => placementOf(tables, table) === 'unknown')
    .map((table) => `${table} has no organization, and is on no list`),
  ...Object.keys(EVERYWHERE)
    .filter((table) => !tables.has(table) && !table.startsWith('_'))
    .map((table) => `there is no table ${table}`),
];
