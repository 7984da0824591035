/**
 * Store functions that follow a change of alerts, called with the tenant of another organization: they return nothing of the first one,
 * and change nothing of it. Called with the right one each returns or changes something.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTimezones } from '../src/capabilities/alerts/do-not-disturb/muted-alert-store.ts';
import { applyChanges } from '../src/capabilities/alerts/lifecycle/alert-change-store.ts';
import * as copied from '../src/capabilities/alerts/lifecycle/copied-reading-store.ts';
import { linkToRootAlerts } from '../src/capabilities/alerts/lifecycle/incident-store.ts';
import { insertSteps } from '../src/capabilities/alerts/timeline/alert-step-store.ts';
import { listVideoAlerts } from '../src/capabilities/clips/alert-video/alert-video-store.ts';
import { findChangedAlerts } from '../src/capabilities/notifications/deliveries/delivery-store.ts';
import { scheduleReminders } from '../src/capabilities/notifications/escalation/escalation-store.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffectOnThings, wallOf } from './tenant-effects.ts';
import { found, makeThings, type Things, VIOLATION_KEY } from './tenant-things.ts';

const TABLES = ['alert', 'alert_step', 'alert_reading', 'alert_escalation'];

let picket: Picket;
let world: AccessWorld;
/** `raisedAt`: of the alert that a policy has raised. */
let things: Things & { readonly raisedAt: number };

type Call = (sql: Sql, tenants: readonly string[], one: typeof things) => Promise<unknown>;

const identityOf = ({ sentry, raisedAt }: typeof things) => ({
  sentryGuid: sentry,
  violationKey: VIOLATION_KEY,
  raisedAt,
});

const CALLS: Readonly<Record<string, Call>> = {
  applyChanges: (sql, tenants, one) =>
    applyChanges(
      sql,
      tenants,
      [
        {
          ...{ ...identityOf(one), from: ['OPEN'], state: 'CLEARED', endedAt: one.now, clearedAt: one.now },
          ...{ corrected: false, withdrawn: null },
        },
      ],
      one.now,
    ),
  copyReadingsBefore: (sql, tenants, { taken }) => copied.copyReadingsBefore(sql, tenants, [taken]),
  copyReadingsDuring: (sql, tenants, { watched }) => copied.copyReadingsDuring(sql, tenants, [watched]),
  linkToRootAlerts: (sql, tenants, { muted }) => linkToRootAlerts(sql, tenants, [muted]),
  insertSteps: (sql, tenants, one) =>
    insertSteps(sql, tenants, [{ ...identityOf(one), at: one.now, code: 'CORRECTED', detail: {} }], one.now),
  getTimezones: (sql, tenants, { location }) => getTimezones(sql, tenants, [location]),
  listVideoAlerts: (sql, tenants, { watched }) => listVideoAlerts(sql, tenants, [watched]),
  findChangedAlerts: (sql, tenants, { open }) => findChangedAlerts(sql, tenants, [open]),
  scheduleReminders: (sql, tenants, { open, now }) => scheduleReminders(sql, tenants, [open], now),
};

/** The alert that a policy has raised asks for video, and has the reading in its time; another one has it before. One may follow from a loss. */
async function prepareAlerts({ watched, muted, system, taken, sentry }: Things): Promise<number> {
  const { console: sql } = picket.platform.db;
  const { rows } = await sql.query<{ raised: Date }>(
    `UPDATE alert SET records_video = true, started_at = raised_at, cleared_at = raised_at + interval '1 day',
            raised_at = (SELECT min(first_at) FROM reading_chunk) - interval '1 ms'
      WHERE guid = $1::uuid RETURNING raised_at AS raised`,
    [watched],
  );
  const loss = `UPDATE alert SET sentry_guid = $2::uuid, conditions = $3::jsonb, cause = $4, started_at = raised_at + $5::interval WHERE guid = $1::uuid`;
  const on = (sensorMetricId: string) => JSON.stringify([{ sensorMetricId, column: 'value' }]);
  await sql.query(
    `UPDATE alert a SET sentry_guid = w.sentry_guid, conditions = w.conditions, started_at = a.raised_at
       FROM alert w WHERE a.guid = $1::uuid AND w.guid = $2::uuid`,
    [taken, watched],
  );
  await sql.query(loss, [system, sentry, on('sentry_silence'), 'CONNECTIVITY', '0']);
  await sql.query(loss, [muted, sentry, on('environment_temperature'), null, '1 min']);
  return found(rows[0]).raised.getTime();
}

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  const made = await makeThings(world);
  things = { ...made, raisedAt: await prepareAlerts(made) };
});
afterAll(() => picket.close());

const hasEffect = (tenant: string, wall?: ReturnType<typeof wallOf>): ((call: Call) => Promise<boolean>) => {
  const scope = { things, other: world.neighbor, ...(wall === undefined ? {} : { wall }) };
  return (call) => hasEffectOnThings(picket.platform.db, TABLES, scope, ({ sql }) => call(sql, [tenant], things));
};

test.each(Object.entries(CALLS))('%s: an effect in its own organization, none in another one', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor])
    expect(await hasEffect(tenant)(call), tenant).toBe(tenant === world.tenant);
});

test.each(Object.entries(CALLS))('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor])
    expect(await hasEffect(world.tenant, wallOf(picket, tenant))(call), tenant).toBe(tenant === world.tenant);
});
