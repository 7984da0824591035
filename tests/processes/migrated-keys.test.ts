/** Rows of earlier versions get their organization, and a server of the version before stores them beside the migrated tables. */
import { expect, test } from 'vitest';
import { query, upTo } from '../support/migrated-database.ts';
import { ALERT, expectTenants, LOCATION, POLICY, SENTRY, TENANT, TENANTS, USER } from '../support/migrated-tenants.ts';

test('versions and overrides of policies', () =>
  expectTenants(
    '20261127200000_policies_within_an_organization',
    '20261127200100_policies_within_an_organization_checked',
    [
      {
        table: 'policy_override',
        insert: (tenant) =>
          `INSERT INTO policy_override (sentry_guid, policy_guid, content, created_at, last_update_ts)
         VALUES ('${SENTRY(tenant)}', '${POLICY(tenant)}', '{}', now(), now())`,
      },
      {
        table: 'policy_version',
        insert: (tenant) =>
          `INSERT INTO policy_version (policy_guid, version, name, definition, created_at)
         VALUES ('${POLICY(tenant)}', 1, 'P', '{}', now())`,
      },
    ],
  ));

test('what belongs to sentries', () =>
  expectTenants(
    '20261127200200_sentries_within_an_organization',
    '20261127200300_sentries_within_an_organization_checked',
    [
      {
        table: 'activation_code',
        insert: (tenant) =>
          `INSERT INTO activation_code (hash, sentry_guid, created_at, expires_at) VALUES ('a${tenant}', '${SENTRY(tenant)}', now(), now())`,
      },
      {
        table: 'credential',
        insert: (tenant) =>
          `INSERT INTO credential (hash, sentry_guid, created_at) VALUES ('a${tenant}', '${SENTRY(tenant)}', now())`,
      },
      {
        table: 'activation',
        insert: (tenant) =>
          `INSERT INTO activation (guid, sentry_guid, model, serial_number, software_version, activated_at)
         VALUES (gen_random_uuid(), '${SENTRY(tenant)}', 'M', 'S', '1', now())`,
      },
      {
        table: 'installation',
        insert: (tenant) =>
          `INSERT INTO installation (guid, sentry_guid, location_guid, installed_at)
         VALUES (gen_random_uuid(), '${SENTRY(tenant)}', '${LOCATION(tenant)}', now())`,
      },
      {
        table: 'sentry_network',
        insert: (tenant) =>
          `INSERT INTO sentry_network (sentry_guid, last_update_ts) VALUES ('${SENTRY(tenant)}', now())
         ON CONFLICT (sentry_guid) DO UPDATE SET last_update_ts = excluded.last_update_ts`,
      },
      {
        table: 'demo_scenario',
        insert: (tenant) =>
          `INSERT INTO demo_scenario (sentry_guid, name, starts_at, created_by) VALUES ('${SENTRY(tenant)}', 'leak', now(), 'x')`,
      },
      {
        table: 'sensor_setting',
        insert: (tenant) =>
          `INSERT INTO sensor_setting (sentry_guid, sensor_metric_id, last_update_ts) VALUES ('${SENTRY(tenant)}', 'm', now())
         ON CONFLICT (sentry_guid, sensor_metric_id) DO UPDATE SET last_update_ts = excluded.last_update_ts`,
      },
      {
        table: 'sensor_offset',
        insert: (tenant) =>
          `INSERT INTO sensor_offset (guid, sentry_guid, sensor_metric_id, column_name, "offset", reason, valid_from, created_by, created_at)
         VALUES (gen_random_uuid(), '${SENTRY(tenant)}', 'm', 'c', 1, 'x', now(), 'x', now())`,
      },
      {
        table: 'fluid_sensor',
        insert: (tenant) =>
          `INSERT INTO fluid_sensor (sentry_guid, model, serial_number, status, first_seen_at, last_seen_at)
         VALUES ('${SENTRY(tenant)}', 'M', 'S', 'DISCOVERED', now(), now())
         ON CONFLICT (sentry_guid, model, serial_number) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
      },
    ],
  ));

test('what belongs to users', () =>
  expectTenants('20261127200400_users_within_an_organization', '20261127200500_users_within_an_organization_checked', [
    {
      table: 'recovery_code',
      insert: (tenant) => `INSERT INTO recovery_code (hash, user_guid) VALUES ('a${tenant}', '${USER(tenant)}')`,
    },
    {
      table: 'passkey',
      insert: (tenant) =>
        `INSERT INTO passkey (guid, user_guid, credential_id, public_key, counter, transports, name, created_at)
         VALUES (gen_random_uuid(), '${USER(tenant)}', 'c${tenant}', 'k', 0, '{}', 'x', now())`,
    },
    {
      table: 'known_device',
      insert: (tenant) =>
        `INSERT INTO known_device (hash, user_guid, created_at, last_used_at) VALUES ('a', '${USER(tenant)}', now(), now())
         ON CONFLICT (hash, user_guid) DO UPDATE SET last_used_at = excluded.last_used_at`,
    },
    {
      table: 'permission',
      insert: (tenant) =>
        `INSERT INTO permission (guid, user_guid, role, location_guid)
         VALUES (gen_random_uuid(), '${USER(tenant)}', 'VIEWER', '${LOCATION(tenant)}')`,
    },
    {
      table: 'session',
      insert: (tenant) =>
        `INSERT INTO session (hash, guid, user_guid, created_at, active_at, expires_at, confirmed_at)
         VALUES ('a${tenant}', gen_random_uuid(), '${USER(tenant)}', now(), now(), now(), now())`,
    },
  ]));

test('zones, assets, maintenance and weather', () =>
  expectTenants(
    '20261127200600_locations_within_an_organization',
    '20261127200700_locations_within_an_organization_checked',
    [
      {
        table: 'location_weather',
        insert: (tenant) =>
          `INSERT INTO location_weather (location_guid, tenant_guid, next_check_at, changed_by, last_update_ts)
         VALUES ('${LOCATION(tenant)}', '${TENANT(tenant)}', now(), 'x', now())
         ON CONFLICT (location_guid) DO UPDATE SET next_check_at = excluded.next_check_at`,
      },
      {
        table: 'weather_warning',
        insert: (tenant) =>
          `INSERT INTO weather_warning (location_guid, provider, event_key, alert_guid, message_id, sent_at, onset_at, event, headline,
                                      description, instruction, severity)
         VALUES ('${LOCATION(tenant)}', 'NWS', 'e', gen_random_uuid(), 'm', now(), now(), 'x', 'x', 'x', 'x', 300)
         ON CONFLICT (location_guid, provider, event_key) DO UPDATE SET sent_at = excluded.sent_at`,
      },
    ],
  ));

test('what belongs to alerts and messages', () =>
  expectTenants(
    '20261127210000_alerts_within_an_organization',
    '20261127210300_alerts_within_an_organization_checked',
    [
      {
        table: 'alert_step',
        insert: (tenant) =>
          `INSERT INTO alert_step (alert_guid, at, recorded_at, code) VALUES ('${ALERT(tenant)}', now(), now(), 'RAISED')`,
      },
      {
        table: 'alert_comment',
        insert: (tenant) =>
          `INSERT INTO alert_comment (guid, alert_guid, by_name, text, created_at)
         VALUES (gen_random_uuid(), '${ALERT(tenant)}', 'x', 'x', now())`,
      },
      {
        table: 'alert_reading',
        insert: (tenant) =>
          `INSERT INTO alert_reading (alert_guid, series_id, at) VALUES ('${ALERT(tenant)}', 1, now()) ON CONFLICT DO NOTHING`,
      },
      {
        table: 'alert_escalation',
        insert: (tenant) =>
          `INSERT INTO alert_escalation (alert_guid, notifications_sent, last_notified_at) VALUES ('${ALERT(tenant)}', 1, now())
         ON CONFLICT (alert_guid) DO UPDATE SET remind = true`,
      },
      {
        table: 'delivery_attempt',
        insert: (tenant) =>
          `INSERT INTO delivery_attempt (message_guid, ordinal, started_at) VALUES ('${ALERT(tenant)}', 1, now())`,
      },
      {
        table: 'consumed_action_link',
        insert: (tenant) =>
          `INSERT INTO consumed_action_link (message_guid, action, consumed_by_name, consumed_at)
         VALUES ('${ALERT(tenant)}', 'ACKNOWLEDGE', 'x', now()) ON CONFLICT DO NOTHING`,
      },
      {
        table: 'digest_delivery',
        refused: 3,
        insert: (tenant) =>
          `INSERT INTO digest_delivery (owner_guid, due_at) VALUES ('${USER(tenant)}', now()) ON CONFLICT DO NOTHING`,
      },
    ],
  ));

test('what others refer to, with statements of the version before', () =>
  expectTenants('20261127210700_what_is_referred_to', '20261127210900_what_is_referred_to_checked', [
    {
      table: 'notification_preference',
      refused: 3,
      insert: (tenant) =>
        `INSERT INTO notification_preference (owner_guid, tenant_guid, preferences, last_update_ts)
         VALUES ('${USER(tenant)}', '${TENANT(tenant)}', '{}', now())
         ON CONFLICT (owner_guid) DO UPDATE SET preferences = excluded.preferences`,
    },
    {
      table: 'destination_health',
      refused: 3,
      insert: (tenant) =>
        `INSERT INTO destination_health (destination_guid, tenant_guid) VALUES ('${USER(tenant)}', '${TENANT(tenant)}')
         ON CONFLICT (destination_guid) DO UPDATE SET failures = 0`,
    },
    {
      table: 'destination',
      refused: 3,
      insert: (tenant) =>
        `INSERT INTO destination (guid, tenant_guid, kind, name, settings, created_by_name, created_at, last_update_ts)
         VALUES (gen_random_uuid(), '${TENANT(tenant)}', 'SLACK', 'x', '', 'x', now(), now())`,
    },
    {
      table: 'delivery',
      insert: (tenant) =>
        `INSERT INTO delivery (guid, tenant_guid, alert_guid, owner_guid, destination_guid, change, occurrence, state, due_at, created_at)
         VALUES (gen_random_uuid(), '${TENANT(tenant)}', '${ALERT(tenant)}', '${USER(tenant)}', '${USER(tenant)}', 'RAISED', 1, 'DUE',
                 now(), now())
         ON CONFLICT (alert_guid, destination_guid, change, occurrence) DO NOTHING`,
    },
  ]));

test('states of sentries and their checkpoints, also those that are only changed while they are filled', async () => {
  const [first, last] = [
    '20261128200000_states_within_an_organization',
    '20261128200300_states_within_an_organization_checked',
  ];
  const states = (tenant: number): string =>
    `INSERT INTO monitor_state (sentry_guid, state, last_received_at) VALUES ('${SENTRY(tenant)}', '{}', now())
     ON CONFLICT (sentry_guid) DO UPDATE SET last_received_at = excluded.last_received_at`;
  await expectTenants(first, last, [
    { table: 'monitor_state', insert: states },
    {
      table: 'monitor_checkpoint',
      insert: (tenant) =>
        `INSERT INTO monitor_checkpoint (sentry_guid, at, policy_hash, state) VALUES ('${SENTRY(tenant)}', now(), 'h', '{}')
         ON CONFLICT (sentry_guid, at) DO UPDATE SET state = excluded.state`,
    },
  ]);
  await upTo(first, async ({ url, migrateOn }) => {
    await query(url, `${TENANTS}; ${states(1)}`);
    await migrateOn(first);
    await query(url, `UPDATE monitor_state SET state = '{}'`);
    expect(await query(url, 'SELECT tenant_guid FROM monitor_state')).toEqual([{ tenant_guid: TENANT(1) }]);
  });
});

test('series', () =>
  expectTenants(
    '20261128200400_series_within_an_organization',
    '20261128200700_series_within_an_organization_checked',
    [
      {
        table: 'series',
        insert: (tenant) =>
          `INSERT INTO series (sentry_guid, sensor_metric_id, column_name) SELECT '${SENTRY(tenant)}', 'm', 'c' ON CONFLICT DO NOTHING`,
      },
    ],
  ));

test('pictures', () =>
  expectTenants(
    '20261128200800_frames_within_an_organization',
    '20261128201100_frames_within_an_organization_checked',
    [
      {
        table: 'frame',
        insert: (tenant) =>
          `INSERT INTO frame (sentry_guid, sensor_metric_id, at, rows, columns, data)
         VALUES ('${SENTRY(tenant)}', 'm', '2026-01-01', 1, 1, 'x') ON CONFLICT DO NOTHING`,
      },
    ],
  ));
