/** What fsck finds: an invariant each, and the statement that violates it. */

/** Planted behind everything that would refuse it. */
export const PLANTED_VIOLATIONS: readonly [string, string][] = [
  [
    'one-open-alert',
    `INSERT INTO alert SELECT * FROM jsonb_populate_recordset(NULL::alert, (SELECT jsonb_agg(to_jsonb(a) || jsonb_build_object('guid', gen_random_uuid(), 'raised_at', a.raised_at + interval '1 s')) FROM (SELECT * FROM alert WHERE violation_key IS NOT NULL AND state = 'OPEN' LIMIT 1) a))`,
  ],
  [
    // Alerts that name no sentry.
    'one-open-alert',
    `INSERT INTO alert SELECT * FROM jsonb_populate_recordset(NULL::alert, (SELECT jsonb_agg(to_jsonb(a) || jsonb_build_object('guid', gen_random_uuid(), 'sentry_guid', NULL, 'raised_at', a.raised_at + g * interval '1 s')) FROM (SELECT * FROM alert WHERE violation_key IS NOT NULL AND state = 'OPEN' LIMIT 1) a CROSS JOIN generate_series(1, 2) g))`,
  ],
  [
    'alert-state',
    `UPDATE alert SET cleared_at = now() WHERE guid = (SELECT guid FROM alert WHERE state = 'OPEN' LIMIT 1)`,
  ],
  [
    'alert-times',
    `UPDATE alert SET started_at = raised_at + interval '1 h' WHERE guid = (SELECT guid FROM alert LIMIT 1)`,
  ],
  ['alert-raised-step', `DELETE FROM alert_step WHERE code = 'RAISED'`],
  [
    'open-alert-has-delivery',
    `DELETE FROM delivery WHERE alert_guid = (SELECT guid FROM alert WHERE state = 'OPEN' AND severity >= 100 LIMIT 1)`,
  ],
  [
    'tenant-of-sentry-by-location',
    `UPDATE sentry SET tenant_guid = (SELECT guid FROM tenant WHERE NOT is_admin_tenant) WHERE guid = (SELECT guid FROM sentry LIMIT 1)`,
  ],
  [
    'reading-has-series',
    `INSERT INTO reading (tenant_guid, series_id, at, value) SELECT guid, 999999, now(), 1 FROM tenant LIMIT 1`,
  ],
  [
    'reading-has-series',
    `INSERT INTO reading (tenant_guid, series_id, at, value)
     SELECT t.guid, x.id, '2026-01-01', 1 FROM series x JOIN tenant t ON t.guid <> x.tenant_guid LIMIT 1`,
  ],
  ['packed-day', `UPDATE reading_chunk SET count = count + 1 WHERE ctid = (SELECT ctid FROM reading_chunk LIMIT 1)`],
  [
    'packed-day',
    `UPDATE reading_rollup SET max = max + 1, sum = sum - 100 WHERE ctid = (SELECT ctid FROM reading_rollup LIMIT 1)`,
  ],
  [
    'reading-once',
    `INSERT INTO reading (tenant_guid, series_id, at, value) SELECT tenant_guid, series_id, first_at, 1 FROM reading_chunk LIMIT 1`,
  ],
  [
    'audit-chain',
    `UPDATE audit_entry SET actor_name = 'nobody' WHERE ordinal = (SELECT min(ordinal) FROM audit_entry)`,
  ],
  [
    'audit-head',
    `DELETE FROM audit_entry WHERE (tenant_guid, ordinal) = (SELECT tenant_guid, max(ordinal) FROM audit_entry GROUP BY tenant_guid LIMIT 1)`,
  ],
  [
    'session-has-user-account',
    `UPDATE session SET user_guid = gen_random_uuid() WHERE hash = (SELECT hash FROM session LIMIT 1)`,
  ],
  ['policy-version-in-force', `UPDATE policy SET version = version + 1 WHERE guid = (SELECT guid FROM policy LIMIT 1)`],
  [
    'active-sentry-has-state',
    `DELETE FROM monitor_state WHERE sentry_guid = (SELECT sentry_guid FROM monitor_state LIMIT 1)`,
  ],
  [
    'sent-has-attempt',
    `INSERT INTO message (guid, tenant_guid, owner_guid, owner_name, destination_guid, channel, kind, severity, title, content, state, created_at) SELECT gen_random_uuid(), guid, guid, 'x', guid, 'WEBHOOK', 'ALERTS', 1, 'x', '{}', 'SENT', now() FROM tenant LIMIT 1`,
  ],
  ['one-admin-tenant', `UPDATE tenant SET is_admin_tenant = true`],
];
