/** What becomes of the rows of each table when a location that was deleted is brought back. A new table needs a line here: a test says so. */

/** Rows that are copied. Placeholders: `$tenant`, `$location`, `$sentries` (those that come back), `$policies` (that are there now). */
export interface CopiedRows {
  readonly where: string;
  /** Expressions in place of columns, of the table called t. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Rows that the deletion left behind, without an owner: they go first, so that history is that of the instant. */
  readonly replaces?: true;
}

/** `stays`: the deletion of a location does not delete these rows, or they are not about one. A sentence: why they are not copied. */
type Fate = CopiedRows | 'stays' | { readonly leftOut: string };

const BY_LOCATION: CopiedRows = { where: 't.tenant_guid = $tenant AND t.location_guid = $location' };
const BY_SENTRY: CopiedRows = { where: 't.tenant_guid = $tenant AND t.sentry_guid = ANY($sentries)' };
const OF_SENTRIES = '(SELECT guid FROM sentry WHERE tenant_guid = $tenant AND guid = ANY($sentries))';
const BY_SERIES: CopiedRows = {
  where: `t.tenant_guid = $tenant AND t.series_id IN (SELECT id FROM series WHERE tenant_guid = $tenant AND sentry_guid = ANY($sentries))`,
  replaces: true,
};
const OF_LOCATIONS_CLIPS =
  't.tenant_guid = $tenant AND t.clip_guid IN (SELECT guid FROM clip WHERE tenant_guid = $tenant AND location_guid = $location)';
const OF_A_MOMENT = { leftOut: 'of a moment, or opened again by it' } as const;
const OF_INTEGRATIONS = {
  leftOut: 'an integration is removed before its location, with its password: it is added again',
} as const;
/** Of zones that are drawn for all sentries, or for one that comes back. */
const KEPT_ZONE = '(sentry_guid IS NULL OR sentry_guid = ANY($sentries))';
const OF_KEPT_ZONES = `(SELECT guid FROM zone WHERE tenant_guid = $tenant AND location_guid = $location AND ${KEPT_ZONE})`;

export const LOCATION_FATES: Readonly<Record<string, Fate>> = {
  reading: BY_SERIES,
  reading_chunk: BY_SERIES,
  reading_rollup: BY_SERIES,
  frame: { where: `t.sentry_guid IN ${OF_SENTRIES}`, replaces: true },
  monitor_checkpoint: { leftOut: 'the alerts of then are cleared: monitoring begins from nothing' },
  monitor_state: { leftOut: 'the alerts of then are cleared: monitoring begins from nothing' },
  consumed_action_link: 'stays',
  delivery_attempt: 'stays',
  delivery: 'stays',
  message: 'stays',
  destination_health: 'stays',
  digest_delivery: 'stays',
  notification_preference: 'stays',
  notification_rules: 'stays',
  destination: 'stays',
  outbound_destination: 'stays',
  // What is still on is raised by the next check, with an alert of its own.
  weather_warning: { where: `${BY_LOCATION.where} AND t.closed_at IS NOT NULL` },
  location_weather: BY_LOCATION,
  clip_hold: 'stays',
  alert_clip: { where: OF_LOCATIONS_CLIPS },
  alert_video: 'stays',
  clip_part: { where: OF_LOCATIONS_CLIPS },
  // As with an organization the video stays deleted.
  clip: {
    ...BY_LOCATION,
    columns: {
      state: `'DELETED'`,
      key: 'NULL',
      deleted_at: 'coalesce(t.deleted_at, now())',
      deleted_reason: `coalesce(t.deleted_reason, 'PERSON')`,
    },
  },
  video_retention: 'stays',
  alert_escalation: 'stays',
  alert_reading: 'stays',
  alert_comment: 'stays',
  alert_step: 'stays',
  alert: 'stays',
  policy_change: 'stays',
  policy_override: { where: `${BY_SENTRY.where} AND t.policy_guid = ANY($policies)` },
  policy_version: 'stays',
  policy: 'stays',
  sentry_signal: OF_A_MOMENT,
  sentry_channel: OF_A_MOMENT,
  live_uplink: OF_A_MOMENT,
  live_view: { where: `${BY_LOCATION.where} AND t.ended_at IS NOT NULL` },
  sentry_camera: BY_SENTRY,
  camera_mask_revision: BY_SENTRY,
  camera_mask: BY_SENTRY,
  camera_off_period: BY_LOCATION,
  camera_setting: BY_LOCATION,
  asset: {
    ...BY_LOCATION,
    columns: {
      zone_guid: `CASE WHEN t.zone_guid IN ${OF_KEPT_ZONES} THEN t.zone_guid END`,
      sentry_guid: 'CASE WHEN t.sentry_guid = ANY($sentries) THEN t.sentry_guid END',
    },
  },
  zone: {
    where: `${BY_LOCATION.where} AND ${KEPT_ZONE}`,
    columns: { parent_guid: `CASE WHEN t.parent_guid IN ${OF_KEPT_ZONES} THEN t.parent_guid END` },
  },
  maintenance_window: BY_LOCATION,
  simulated_sentry: BY_SENTRY,
  demo_scenario: BY_SENTRY,
  adopted_mapping: BY_SENTRY,
  discovered_entity: OF_INTEGRATIONS,
  discovered_device: OF_INTEGRATIONS,
  observation_batch: OF_INTEGRATIONS,
  source_test: OF_INTEGRATIONS,
  retained_message: OF_INTEGRATIONS,
  hosted_broker: OF_INTEGRATIONS,
  integration: OF_INTEGRATIONS,
  sentry_network: BY_SENTRY,
  fluid_sensor: BY_SENTRY,
  sensor_offset: BY_SENTRY,
  sensor_setting: BY_SENTRY,
  series: { where: `t.sentry_guid IN ${OF_SENTRIES}` },
  installation: { where: `${BY_SENTRY.where} AND t.location_guid = $location` },
  activation: BY_SENTRY,
  activation_code: { leftOut: 'a code that was not used is made again' },
  credential: { where: 't.tenant_guid = $tenant AND t.sentry_guid = ANY($trusted)' },
  sentry: { where: 't.tenant_guid = $tenant AND t.guid = ANY($sentries)' },
  // Nobody may get a right back that was taken from them on purpose.
  permission: { leftOut: 'roles at a location are given again' },
  location: { where: 't.tenant_guid = $tenant AND t.guid = $location' },
  get_started: 'stays',
  retention: 'stays',
  usage_record: 'stays',
  feedback: 'stays',
  live_event: 'stays',
  outgoing_mail: 'stays',
  one_time_token: 'stays',
  api_token: 'stays',
  session: 'stays',
  recovery_code: 'stays',
  known_device: 'stays',
  passkey: 'stays',
  user_account: 'stays',
  tenant: 'stays',
};
