/**
 * Integrity checks: statements that find violations of what always holds in the database; one row for each violation, `what`
 * naming it. Run by `picket fsck` and after every restore.
 */

import { EVALUATED_KINDS } from '@picket/domain/alert-kinds';

/** Kinds of alerts that evaluation raises, as a list of SQL. */
const EVALUATED = EVALUATED_KINDS.map((kind) => `'${kind}'`).join(', ');

export interface IntegrityCheck {
  /** Stable: docs and tests name it. */
  readonly name: string;
  /** What has to hold, as a sentence. */
  readonly rule: string;
  readonly sql: string;
  /** Where rows are distributed it would find nothing, whatever is stored. */
  readonly isOfOneDatabase?: true;
}

/** Rows of `child` whose organization is not that of the `parent` they name. */
const sameTenant = (child: string, key: string, parent: string): IntegrityCheck => ({
  name: `tenant-of-${child.replaceAll('_', '-')}-by-${parent.replaceAll('_', '-')}`,
  rule: `every ${child} belongs to the organization of its ${parent}`,
  sql: `SELECT '${child} ' || c.guid AS what FROM ${child} c JOIN ${parent} p ON p.guid = c.${key}
         WHERE p.tenant_guid <> c.tenant_guid`,
});

/** Rows of `child` that refer to a missing `parent`. */
const parentExists = (child: string, key: string, parent: string): IntegrityCheck => ({
  name: `${child.replaceAll('_', '-')}-has-${parent.replaceAll('_', '-')}`,
  rule: `every ${child} refers to an existing ${parent}`,
  sql: `SELECT '${child} of ' || c.${key} || ' (' || count(*) || ')' AS what FROM ${child} c
         WHERE c.${key} IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE ${parent === 'tenant' ? '' : 'p.tenant_guid = c.tenant_guid AND '}p.guid = c.${key})
         GROUP BY c.${key}`,
});

export const INTEGRITY_CHECKS: readonly IntegrityCheck[] = [
  {
    name: 'one-admin-tenant',
    rule: 'exactly one organization is the admin tenant, once there is any',
    sql: `SELECT count(*) FILTER (WHERE is_admin_tenant) || ' admin tenants' AS what FROM tenant
           HAVING count(*) > 0 AND count(*) FILTER (WHERE is_admin_tenant) <> 1`,
  },
  {
    name: 'demo-tenants',
    rule: 'at most four organizations are marked demo',
    sql: `SELECT count(*) || ' demo tenants' AS what FROM tenant WHERE demo HAVING count(*) > 4`,
  },
  sameTenant('sentry', 'location_guid', 'location'),
  sameTenant('alert', 'location_guid', 'location'),
  sameTenant('alert', 'sentry_guid', 'sentry'),
  sameTenant('alert', 'policy_guid', 'policy'),
  sameTenant('delivery', 'message_guid', 'message'),
  parentExists('user_account', 'tenant_guid', 'tenant'),
  parentExists('session', 'user_guid', 'user_account'),
  parentExists('delivery', 'message_guid', 'message'),
  {
    name: 'reading-has-series',
    rule: 'every reading is of a series of its organization',
    sql: `SELECT 'reading of ' || r.series_id || ' (' || count(*) || ')' AS what FROM reading r
           WHERE NOT EXISTS (SELECT 1 FROM series x WHERE x.tenant_guid = r.tenant_guid AND x.id = r.series_id) GROUP BY r.series_id`,
  },
  parentExists('frame', 'sentry_guid', 'sentry'),
  parentExists('monitor_state', 'sentry_guid', 'sentry'),
  {
    name: 'policy-version-in-force',
    rule: 'the version of a policy in force is kept, and none is newer',
    sql: `SELECT 'policy ' || p.guid AS what FROM policy p
           WHERE p.version IS DISTINCT FROM (SELECT max(v.version) FROM policy_version v
              WHERE v.tenant_guid = p.tenant_guid AND v.policy_guid = p.guid)`,
  },
  {
    name: 'alert-policy-version',
    rule: 'an alert names a version of its policy that is kept',
    sql: `SELECT 'alert ' || a.guid AS what FROM alert a JOIN policy p ON p.tenant_guid = a.tenant_guid AND p.guid = a.policy_guid
           WHERE a.policy_version IS NOT NULL AND NOT EXISTS (SELECT 1 FROM policy_version v
              WHERE v.tenant_guid = a.tenant_guid AND v.policy_guid = a.policy_guid AND v.version = a.policy_version)`,
  },
  {
    name: 'active-sentry-has-state',
    rule: 'an active sentry has an evaluation state',
    sql: `SELECT 'sentry ' || s.guid AS what FROM sentry s
           WHERE s.activated_at IS NOT NULL AND s.removed_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM monitor_state m WHERE m.tenant_guid = s.tenant_guid AND m.sentry_guid = s.guid)`,
  },
  {
    name: 'alert-state',
    rule: 'an alert is open, recovered, cleared or resolved, and its times say the same',
    sql: `SELECT 'alert ' || guid || ' is ' || state AS what FROM alert
           WHERE state NOT IN ('OPEN', 'RECOVERED', 'CLEARED', 'RESOLVED')
              OR (state = 'OPEN' AND (cleared_at IS NOT NULL OR ended_at IS NOT NULL))
              OR (state IN ('RECOVERED', 'CLEARED') AND (cleared_at IS NULL OR ended_at IS NULL))
              OR (state = 'RESOLVED' AND resolved_at IS NULL)`,
  },
  {
    name: 'alert-times',
    rule: 'an alert begins before it is raised, and is raised before it is cleared, unless it was withdrawn',
    sql: `SELECT 'alert ' || guid AS what FROM alert WHERE started_at > raised_at
              OR (NOT corrected AND NOT withdrawn AND kind IN (${EVALUATED}) AND cleared_at < raised_at)`,
  },
  {
    name: 'withdrawn-is-over',
    rule: 'an alert that was withdrawn is over, and its timeline says that it was withdrawn',
    sql: `SELECT 'alert ' || a.guid AS what FROM alert a WHERE a.withdrawn
             AND (a.state IN ('OPEN', 'RECOVERED')
               OR NOT EXISTS (SELECT 1 FROM alert_step s WHERE s.tenant_guid = a.tenant_guid AND s.alert_guid = a.guid AND s.code = 'WITHDRAWN'))`,
  },
  {
    name: 'one-open-alert',
    rule: 'a violation of a sentry has one open alert at the most',
    sql: `SELECT 'sentry ' || coalesce(sentry_guid::text, 'none') || ': ' || violation_key || ' (' || count(*) || ' open)' AS what FROM alert
           WHERE state = 'OPEN' AND violation_key IS NOT NULL GROUP BY sentry_guid, violation_key HAVING count(*) > 1`,
  },
  {
    name: 'alert-raised-step',
    rule: 'the timeline of an alert says that it was raised',
    sql: `SELECT 'alert ' || a.guid AS what FROM alert a WHERE a.kind IN (${EVALUATED})
             AND NOT EXISTS (SELECT 1 FROM alert_step s WHERE s.tenant_guid = a.tenant_guid AND s.alert_guid = a.guid AND s.code = 'RAISED')`,
  },
  {
    name: 'alert-end-step',
    rule: 'the timeline of an alert that is over says how it ended',
    sql: `SELECT 'alert ' || a.guid AS what FROM alert a WHERE a.kind IN (${EVALUATED}) AND a.state <> 'OPEN'
             AND NOT EXISTS (SELECT 1 FROM alert_step s WHERE s.tenant_guid = a.tenant_guid AND s.alert_guid = a.guid
               AND s.code NOT IN ('CONDITION_MET', 'RAISED', 'MUTED', 'UNMUTED', 'ACKNOWLEDGED', 'SNOOZED', 'EXIT_STARTED', 'EXIT_CANCELLED'))`,
  },
  {
    name: 'alert-of-removed-sentry',
    rule: 'a removed sentry has no open alert',
    sql: `SELECT 'alert ' || a.guid AS what FROM alert a JOIN sentry s ON s.tenant_guid = a.tenant_guid AND s.guid = a.sentry_guid
           WHERE s.removed_at IS NOT NULL AND a.state = 'OPEN'`,
  },
  {
    name: 'incident-root',
    rule: 'the root of a grouped alert is an alert of the same organization that is no follow-up itself',
    sql: `SELECT 'alert ' || a.guid AS what FROM alert a LEFT JOIN alert r ON r.tenant_guid = a.tenant_guid AND r.guid = a.root_guid
           WHERE a.root_guid IS NOT NULL
             AND (r.guid IS NULL OR r.guid = a.guid)`,
  },
  {
    name: 'open-alert-has-delivery',
    rule: 'an open alert of some severity has a delivery for its recipients',
    sql: `SELECT 'alert ' || a.guid AS what FROM alert a WHERE a.state = 'OPEN' AND a.severity >= 100
             AND EXISTS (SELECT 1 FROM user_account u JOIN permission p ON p.tenant_guid = u.tenant_guid AND p.user_guid = u.guid
                          WHERE u.tenant_guid = a.tenant_guid AND p.role = 'ADMIN' AND p.location_guid IS NULL
                            AND u.created_at < a.created_at AND u.password_hash IS NOT NULL)
             AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.tenant_guid = a.tenant_guid AND d.alert_guid = a.guid)
             AND a.created_at > now() - interval '300 days'`,
  },
  {
    name: 'clear-has-delivery',
    rule: 'a recipient notified of an alert is notified when it clears',
    sql: `SELECT 'alert ' || d.alert_guid || ' to ' || coalesce(d.destination_guid::text, 'none') AS what FROM delivery d
            JOIN alert a ON a.tenant_guid = d.tenant_guid AND a.guid = d.alert_guid
           WHERE d.change = 'RAISED' AND d.state IN ('DUE', 'SUPPRESSED', 'COMPOSED', 'SENT') AND a.state <> 'OPEN'
             AND NOT EXISTS (SELECT 1 FROM delivery o WHERE o.tenant_guid = d.tenant_guid AND o.alert_guid = d.alert_guid
                AND o.destination_guid = d.destination_guid AND o.change = 'CLEARED' AND o.occurrence = d.occurrence)`,
  },
  {
    name: 'delivery-state',
    rule: 'the state of a delivery matches its message',
    sql: `SELECT 'delivery ' || d.guid || ' is ' || d.state || ', its message ' || coalesce(m.state, 'none') AS what
            FROM delivery d LEFT JOIN message m ON m.tenant_guid = d.tenant_guid AND m.guid = d.message_guid
           WHERE (d.state IN ('COMPOSED', 'SENT', 'FAILED') AND d.message_guid IS NULL)
              OR (d.state IN ('DUE', 'SUPPRESSED') AND d.message_guid IS NOT NULL)
              OR (m.guid IS NOT NULL AND (d.state, m.state) NOT IN (('COMPOSED', 'WAITING'), ('SENT', 'SENT'), ('FAILED', 'FAILED')))
              OR d.state NOT IN ('DUE', 'SUPPRESSED', 'COMPOSED', 'SENT', 'FAILED', 'SKIPPED')`,
  },
  {
    name: 'raised-before-cleared',
    rule: 'nobody was notified that an alert cleared before it was raised',
    sql: `SELECT 'alert ' || f.alert_guid || ' at ' || f.destination_guid AS what FROM delivery f
            JOIN delivery o ON o.tenant_guid = f.tenant_guid AND o.alert_guid = f.alert_guid AND o.destination_guid = f.destination_guid
             AND o.change = 'RAISED' AND o.occurrence = f.occurrence
           WHERE f.change = 'CLEARED' AND f.state = 'SENT' AND o.state IN ('DUE', 'SUPPRESSED', 'COMPOSED')`,
  },
  {
    name: 'sent-has-attempt',
    rule: 'a message that was sent has an attempt that delivered it',
    sql: `SELECT 'message ' || m.guid AS what FROM message m WHERE m.state = 'SENT' AND NOT EXISTS
            (SELECT 1 FROM delivery_attempt t WHERE t.tenant_guid = m.tenant_guid AND t.message_guid = m.guid AND t.delivered)`,
  },
  {
    name: 'message-attempts',
    rule: 'the attempt count of a message matches its stored attempts',
    sql: `SELECT 'message ' || m.guid AS what FROM message m
           WHERE m.attempts <> (SELECT count(*) FROM delivery_attempt t WHERE t.tenant_guid = m.tenant_guid AND t.message_guid = m.guid)`,
  },
  {
    name: 'waiting-is-due',
    rule: 'a waiting message has a time for its next attempt',
    sql: `SELECT 'message ' || guid AS what FROM message WHERE state = 'WAITING' AND next_attempt_at IS NULL`,
  },
  {
    name: 'reading-once',
    rule: 'a reading is a row or in a chunk, not both',
    sql: `SELECT 'series ' || c.series_id || ' on ' || c.day AS what FROM reading_chunk c
            JOIN LATERAL (SELECT min(r.at) AS at, count(*) AS rows FROM reading r WHERE r.tenant_guid = c.tenant_guid AND r.series_id = c.series_id
               AND r.at IN (c.first_at, c.last_at)) r ON r.rows > 0`,
  },
  {
    name: 'chunk-once',
    rule: 'a day of a series is packed once',
    sql: `SELECT 'series ' || series_id || ' on ' || day AS what FROM reading_chunk GROUP BY series_id, day HAVING count(*) > 1
          UNION ALL SELECT 'summary of series ' || series_id || ' on ' || day FROM reading_rollup
           GROUP BY series_id, day HAVING count(*) > 1`,
  },
  {
    name: 'chunk-within-day',
    rule: 'a packed day holds readings of that day only',
    sql: `SELECT 'series ' || series_id || ' on ' || day AS what FROM reading_chunk
           WHERE count <= 0 OR first_at > last_at OR (first_at AT TIME ZONE 'UTC')::date <> day
              OR (last_at AT TIME ZONE 'UTC')::date <> day`,
  },
  {
    name: 'rollup-plausible',
    rule: 'a summary lies between its smallest and its largest value',
    sql: `SELECT 'summary of series ' || series_id || ' on ' || day AS what FROM reading_rollup
           WHERE count <= 0 OR min > max OR last < min OR last > max OR first_at > last_at
              OR sum < min * count - 1e-6 * count * (1 + abs(min)) OR sum > max * count + 1e-6 * count * (1 + abs(max))`,
  },
  {
    name: 'reading-in-its-partition',
    rule: 'the default partition holds no reading of a day that has a partition',
    sql: `SELECT r.count || ' readings of ' || r.day AS what
            FROM (SELECT (at AT TIME ZONE 'UTC')::date AS day, count(*) AS count FROM reading_default GROUP BY 1) r
           WHERE to_regclass('reading_' || to_char(r.day, 'YYYY_MM_DD')) IS NOT NULL`,
    isOfOneDatabase: true,
  },
  {
    name: 'installation-open',
    rule: 'a sentry is installed at one location at a time, the one it names',
    sql: `SELECT 'sentry ' || s.guid AS what FROM sentry s JOIN installation i
             ON i.tenant_guid = s.tenant_guid AND i.sentry_guid = s.guid AND i.removed_at IS NULL
           GROUP BY s.guid, s.location_guid
          HAVING count(*) > 1 OR bool_or(i.location_guid <> s.location_guid)`,
  },
  {
    name: 'token-used-once',
    rule: 'a link for one use was not used after its time',
    sql: `SELECT kind || ' made ' || created_at AS what FROM one_time_token WHERE used_at > expires_at OR used_at < created_at`,
  },
  {
    name: 'session-ends',
    rule: 'a session ends, and acts within its time',
    sql: `SELECT 'session ' || guid AS what FROM session WHERE expires_at <= created_at OR active_at > expires_at`,
  },
  {
    name: 'audit-head',
    rule: 'the end of an audit log is its last entry',
    sql: `SELECT 'organization ' || coalesce(h.tenant_guid::text, e.tenant_guid::text, 'none') AS what FROM audit_head h
            FULL JOIN (SELECT tenant_guid, max(ordinal) AS ordinal, count(*) AS count FROM audit_entry GROUP BY tenant_guid) e
              ON e.tenant_guid = h.tenant_guid
           WHERE coalesce(h.ordinal, 0) <> coalesce(e.ordinal, 0) OR coalesce(e.count, 0) <> coalesce(e.ordinal, 0)`,
  },
  {
    name: 'uptime',
    rule: 'an uptime period starts before it ends',
    sql: `SELECT 'stretch ' || id AS what FROM platform_uptime WHERE last_heartbeat_at < started_at`,
  },
];
