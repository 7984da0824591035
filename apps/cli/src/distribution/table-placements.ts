/**
 * Where each table is in a distributed database (decision 92): everything of an organization by the organization, in one place; the
 * organizations themselves everywhere; the rest on the coordinator.
 */

const INSTALLATION = 'of the installation';
const SIGNING_IN = 'of somebody who is not signed in yet, and whose organization is not known';

/** A copy on every node, so that what refers to it is checked where it is stored. */
const COPIED = 'tenant';

/** On the coordinator alone, each with the reason. */
export const COORDINATOR_TABLES: Readonly<Record<string, string>> = {
  announcement: INSTALLATION,
  audit_anchor_mark: INSTALLATION,
  downtime: INSTALLATION,
  health_observation: INSTALLATION,
  installation_setting: INSTALLATION,
  mail_relay_health: INSTALLATION,
  platform_uptime: INSTALLATION,
  recovery_check: INSTALLATION,
  _prisma_migrations: INSTALLATION,
  attempt_count: SIGNING_IN,
  login_challenge: SIGNING_IN,
  reset_request: SIGNING_IN,
  outgoing_mail: 'mail about an account may be of no organization',
  policy_fingerprint: 'shared by sentries with the same policies, of whatever organization',
  live_event: 'consoles of all organizations read them in the order of their transactions, which one database numbers',
};

/** Keys by which a row is looked up before its organization is known: they become indexes that refuse nothing. */
export const SECRET_KEYS: readonly string[] = [
  'activation_code (hash)',
  'api_token (hash)',
  'credential (hash)',
  'hosted_broker (user_name)',
  'integration (hook_token_hash)',
  'one_time_token (hash)',
  'session (hash)',
  'session (next_hash)',
];

export type TablePlacement = 'by organization' | 'copied' | 'coordinator' | 'unknown';

/** @param hasTenant Whether each of its rows has a `tenant_guid`. */
export function placementOfTable(name: string, hasTenant: boolean): TablePlacement {
  if (name === COPIED) return 'copied';
  if (COORDINATOR_TABLES[name] !== undefined) return 'coordinator';
  return hasTenant ? 'by organization' : 'unknown';
}
