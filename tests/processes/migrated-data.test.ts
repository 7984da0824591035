/** Data of earlier versions keep their meaning when they are migrated. */
import { expect, test } from 'vitest';
import { query, upTo } from '../support/migrated-database.ts';

const guid = (index: number): string => `0190aaaa-0000-7000-8000-00000000000${index}`;

test('alerts of an earlier version that never happened become withdrawn, and those that moved stay corrected', async () => {
  await upTo('20261122110100_withdrawn', async ({ url, migrateOn }) => {
    // What the timeline says of each, in order, and the state it is in.
    const alerts: readonly (readonly [state: string, ...corrections: readonly string[]])[] = [
      ['CLEARED', 'RAISED'],
      ['CLEARED', 'TIMES'],
      ['CLEARED', 'CLEARED', 'RAISED'],
      ['OPEN', 'RAISED', 'TIMES'],
      ['RESOLVED', 'RAISED'],
      ['OPEN'],
    ];
    await query(
      url,
      `INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts) VALUES ('${guid(9)}', 'T', 't', now(), now())`,
    );
    for (const [index, [state, ...corrections]] of alerts.entries()) {
      await query(
        url,
        `INSERT INTO alert (guid, tenant_guid, kind, severity, state, message, corrected, started_at, raised_at, created_at, last_update_ts)
         VALUES ('${guid(index)}', '${guid(9)}', 'POLICY_ALERT', 300, '${state}', 'Too hot', ${corrections.length > 0}, now(), now(), now(), now())`,
      );
      for (const what of corrections)
        await query(
          url,
          `INSERT INTO alert_step (alert_guid, at, recorded_at, code, detail)
           VALUES ('${guid(index)}', now(), now(), 'CORRECTED', '{"what": "${what}"}')`,
        );
    }
    await migrateOn();
    expect(await query(url, 'SELECT withdrawn, corrected FROM alert ORDER BY guid')).toEqual([
      { withdrawn: true, corrected: false },
      { withdrawn: false, corrected: true },
      { withdrawn: true, corrected: true },
      { withdrawn: false, corrected: true },
      { withdrawn: true, corrected: false },
      { withdrawn: false, corrected: false },
    ]);
    const steps = await query<{ code: string }>(url, 'SELECT code FROM alert_step ORDER BY id');
    expect(steps.map(({ code }) => code)).toEqual([
      'WITHDRAWN',
      'CORRECTED',
      'CORRECTED',
      'WITHDRAWN',
      'WITHDRAWN',
      'CORRECTED',
      'WITHDRAWN',
    ]);
  });
});

test('verdicts, causes and timeline codes of an earlier version take their new names', async () => {
  await upTo('20261122140200_alert_vocabulary', async ({ url, migrateOn }) => {
    const tenant = '0190aaaa-0000-7000-8000-000000000009';
    const alert = '0190aaaa-0000-7000-8000-000000000001';
    await query(
      url,
      `INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts) VALUES ('${tenant}', 'T', 't', now(), now());
       INSERT INTO alert (guid, tenant_guid, kind, severity, state, message, verdict, cause, started_at, raised_at, created_at, last_update_ts)
       VALUES ('${alert}', '${tenant}', 'POLICY_ALERT', 300, 'OPEN', 'Offline', 'FALSE', 'CONTACT', now(), now(), now(), now());
       INSERT INTO alert_step (alert_guid, at, recorded_at, code, detail)
       SELECT '${alert}', now(), now(), code, detail::jsonb FROM (VALUES ('RAISED', '{}'), ('LABELLED', '{"verdict": "FALSE"}'),
         ('LABELLED', '{"verdict": null}'), ('ACK_LAPSED', '{}'), ('SNOOZE_OVER', '{}'), ('WEATHER_SAID', '{"text": "Storm"}'))
         AS step(code, detail)`,
    );
    await migrateOn();
    expect(await query(url, 'SELECT verdict, cause FROM alert')).toEqual([
      { verdict: 'FALSE_ALARM', cause: 'CONNECTIVITY' },
    ]);
    expect(await query(url, 'SELECT code, detail FROM alert_step ORDER BY id')).toEqual([
      { code: 'RAISED', detail: {} },
      { code: 'VERDICT_SET', detail: { verdict: 'FALSE_ALARM' } },
      { code: 'VERDICT_SET', detail: { verdict: null } },
      { code: 'ACKNOWLEDGEMENT_EXPIRED', detail: {} },
      { code: 'SNOOZE_ENDED', detail: {} },
      { code: 'WEATHER_REPORTED', detail: { text: 'Storm' } },
    ]);
  });
});

test('messages of an earlier version are tried now, but not those it is handing over', async () => {
  await upTo('20261122110600_receiver_health', async ({ url, migrateOn }) => {
    await query(
      url,
      `INSERT INTO message (guid, tenant_guid, owner_guid, owner_name, destination_guid, channel, kind, severity, title, content,
                            state, created_at, next_try_at, attempts)
       SELECT m.guid::uuid, '${guid(9)}', '${guid(8)}', 'O', '${guid(7)}', 'SLACK', 'ALERTS', 300, 'T', '{}', 'WAITING', now(),
              now() + interval '2 minutes', m.attempts
         FROM (VALUES ('${guid(1)}', 1), ('${guid(2)}', 2), ('${guid(3)}', 2)) m (guid, attempts);
       INSERT INTO message_try (message_guid, ordinal, at, ended_at)
       VALUES ('${guid(1)}', 1, now(), NULL), ('${guid(2)}', 1, now(), now()), ('${guid(2)}', 2, now(), now()),
              ('${guid(3)}', 1, now(), NULL), ('${guid(3)}', 2, now(), now())`,
    );
    await migrateOn();
    expect(await query(url, 'SELECT next_try_at <= now() AS due FROM message ORDER BY guid')).toEqual([
      { due: false },
      { due: true },
      { due: true },
    ]);
  });
});

const EARLIER_CONTENT = JSON.stringify({
  kind: 'ALERTS',
  organisation: 'Acme',
  items: [
    { alert: 'a', change: 'ON', turn: 1, notice: null, heldFor: 'INCIDENT' },
    { alert: 'b', change: 'AGAIN', turn: 2, notice: 2, heldFor: null },
  ],
});

/** A delivery, a message, preferences and rules under the names they had. */
const EARLIER_NOTIFICATIONS = `INSERT INTO delivery (guid, tenant_guid, alert_guid, owner_guid, destination_guid, change, turn, state, reason, held_for, due_at,
                       created_at)
 VALUES ('${guid(1)}', '${guid(9)}', '${guid(8)}', '${guid(7)}', '${guid(7)}', 'OFF', 1, 'HELD', 'ORDER', 'INCIDENT', now(), now());
 INSERT INTO message (guid, tenant_guid, owner_guid, owner_name, destination_guid, channel, kind, severity, title, content,
                      state, created_at)
 VALUES ('${guid(2)}', '${guid(9)}', '${guid(8)}', 'O', '${guid(7)}', 'SLACK', 'ALERTS', 300, 'T', '${EARLIER_CONTENT}', 'FAILED', now());
 INSERT INTO notification_preference (owner_guid, tenant_guid, preferences, last_update_ts)
 VALUES ('${guid(3)}', '${guid(9)}', '{"digest": {"rhythm": "DAILY", "hour": 7}}', now()),
        ('${guid(4)}', '${guid(9)}', '{"digest": null}', now());
 INSERT INTO notification_rules (tenant_guid, rules, last_update_ts)
 VALUES ('${guid(9)}', '{"lapseMinutes": 30, "chains": [{"name": "A", "steps": [{"audience": {"kind": "TOLD"}}]}]}', now())`;

test('notifications of an earlier version keep their meaning under the new names', async () => {
  await upTo('20261122140100_notification_vocabulary', async ({ url, migrateOn }) => {
    await query(url, EARLIER_NOTIFICATIONS);
    await migrateOn();
    expect(await query(url, 'SELECT change, occurrence, state, reason, suppressed_for FROM delivery')).toEqual([
      {
        change: 'CLEARED',
        occurrence: 1,
        state: 'SUPPRESSED',
        reason: 'WAITING_FOR_PREDECESSOR',
        suppressed_for: 'GROUPED',
      },
    ]);
    expect(await query(url, 'SELECT content FROM message')).toEqual([
      {
        content: {
          kind: 'ALERTS',
          tenantName: 'Acme',
          items: [
            { alert: 'a', change: 'RAISED', occurrence: 1, notificationNumber: null, suppressedFor: 'GROUPED' },
            { alert: 'b', change: 'REMINDER', occurrence: 2, notificationNumber: 2, suppressedFor: null },
          ],
        },
      },
    ]);
    expect(await query(url, 'SELECT preferences FROM notification_preference ORDER BY owner_guid')).toEqual([
      { preferences: { digest: { frequency: 'DAILY', hour: 7 } } },
      { preferences: { digest: null } },
    ]);
    expect(await query(url, 'SELECT rules FROM notification_rules')).toEqual([
      {
        rules: {
          acknowledgementTimeoutMinutes: 30,
          chains: [{ name: 'A', steps: [{ audience: { kind: 'NOTIFIED' } }] }],
        },
      },
    ]);
  });
});

test('muted alerts of an earlier version that had recovered stay muted, and those of which somebody is still notified do not', async () => {
  await upTo('20261130113000_muted_alerts_that_recovered', async ({ url, migrateOn }) => {
    const alerts = [
      ['passed', 'RECOVERED', '-1 hour'],
      ['waiting', 'RECOVERED', '-1 hour'],
      ['later', 'RECOVERED', '1 hour'],
      ['open', 'OPEN', '-1 hour'],
    ] as const;
    await query(
      url,
      `INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts) VALUES ('${guid(9)}', 'T', 't', now(), now())`,
    );
    for (const [index, [message, state, unmuted]] of alerts.entries())
      await query(
        url,
        `INSERT INTO alert (guid, tenant_guid, kind, severity, state, message, muted, unmute_at, started_at, raised_at, created_at, last_update_ts)
         VALUES ('${guid(index)}', '${guid(9)}', 'POLICY_ALERT', 300, '${state}', '${message}', true, now() + '${unmuted}', now(), now(), now(), now())`,
      );
    for (const [index, state] of ['SKIPPED', 'SUPPRESSED'].entries())
      await query(
        url,
        `INSERT INTO delivery (guid, tenant_guid, alert_guid, owner_guid, change, occurrence, state, due_at, created_at)
         VALUES ('${guid(index)}', '${guid(9)}', '${guid(index)}', '${guid(8)}', 'RAISED', 1, '${state}', now(), now())`,
      );
    await migrateOn();
    expect(
      await query(
        url,
        `SELECT message, muted, CASE WHEN unmute_at IS NOT NULL THEN unmute_at <= now() END AS due FROM alert ORDER BY guid`,
      ),
    ).toEqual([
      { message: 'passed', muted: true, due: null },
      { message: 'waiting', muted: true, due: true },
      { message: 'later', muted: true, due: false },
      { message: 'open', muted: true, due: true },
    ]);
  });
});
