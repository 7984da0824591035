/**
 * Where rows are placed by their organization, a transaction that stores, evaluates, claims or escalates is of one organization; on one
 * database it is of all together. `xmin` is the transaction that wrote a row last.
 */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { escalateDueAlerts } from '../src/capabilities/notifications/escalation/escalate-alerts.ts';
import { claimDue } from '../src/capabilities/notifications/outbox/claim-messages.ts';
import { insertMessages } from '../src/capabilities/notifications/outbox/message-store.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { type Device, type Picket, picketForTest } from './harness.ts';
import { plantPlacement } from './planted-placement.ts';

const ROOM = { total: 32, probes: 12, each: 8, running: new Map<string, number>(), messages: new Set<string>() };
const LEASE = 30_000;

/** Two organizations with two sentries each. */
async function openTenants(isDistributed: boolean) {
  const picket = await picketForTest();
  const { db } = picket.platform;
  if (isDistributed) await plantPlacement(db.console);
  await db.readPlacement();
  const other = await picket.addTenant('Other');
  const devices: Device[] = [];
  for (const admin of [picket.admin, other.admin]) {
    const location = await picket.addLocation('Room', admin);
    for (const name of ['One', 'Two']) devices.push(await picket.addDevice(location, { name }, admin));
  }
  return { picket, devices, admins: [picket.admin, other.admin], tenants: await tenantsOf(picket, 'sentry') };
}

async function tenantsOf({ platform }: Picket, table: string): Promise<readonly string[]> {
  const { rows } = await platform.db.console.query<{ tenant: string }>(
    `SELECT DISTINCT tenant_guid AS tenant FROM ${table} ORDER BY 1`,
  );
  return rows.map(({ tenant }) => tenant);
}

/** For each transaction that wrote rows of the table last, of how many organizations they are. */
async function tenantsByTransaction({ platform }: Picket, table: string): Promise<readonly number[]> {
  const { rows } = await platform.db.console.query<{ tenants: number }>(
    `SELECT count(DISTINCT tenant_guid)::int AS tenants FROM ${table} GROUP BY xmin::text`,
  );
  return rows.map(({ tenants }) => tenants);
}

async function addMessages({ platform, clock }: Picket, tenants: readonly string[]): Promise<void> {
  const content = {
    ...{ kind: 'ALERTS' as const, language: 'en' as const, useCelsius: true, timeFormat: '24h' as const },
    ...{ tenantName: 'x', at: 0, items: [], digest: null },
  };
  const rows = tenants.flatMap((tenant) =>
    [1, 2].map((number) => ({
      ...{
        guid: newGuid(),
        tenant,
        owner: newGuid(),
        ownerName: 'x',
        destination: newGuid(),
        channel: 'SLACK' as const,
      },
      ...{ kind: 'ALERTS' as const, location: null, severity: 300, title: `Smoke ${number}`, content },
    })),
  );
  await insertMessages(platform.db.console, rows, clock.now());
}

test.each([true, false])(
  'reports and ticks, where rows are placed by their organization: %s',
  async (isDistributed) => {
    const { picket, devices } = await openTenants(isDistributed);
    const tenantsOfEach = async (table: string) => new Set(await tenantsByTransaction(picket, table));
    const wanted = new Set([isDistributed ? 1 : 2]);
    await Promise.all(devices.map((device) => picket.send(device, 'environment_temperature', 20)));
    // On one database it depends on when each report is read.
    if (isDistributed) expect(await tenantsOfEach('reading')).toEqual(wanted);
    // Silent for long.
    picket.clock.pass(86_400);
    await picket.heartbeat();
    expect(await picket.tick()).toBeGreaterThanOrEqual(devices.length);
    expect(await tenantsOfEach('monitor_state')).toEqual(wanted);
  },
);

test.each([true, false])(
  'messages are claimed once, where rows are placed by their organization: %s',
  async (isDistributed) => {
    const { picket, tenants } = await openTenants(isDistributed);
    await addMessages(picket, tenants);
    const { platform, clock } = picket;
    const claims = await Promise.all(Array.from({ length: 3 }, () => claimDue(platform, ROOM, clock.now() + LEASE)));
    const guids = claims.flat().map(({ message }) => message.guid);
    expect(new Set(guids).size).toBe(4);
    expect(guids).toHaveLength(4);
    expect(new Set(claims.flat().map(({ message }) => message.tenant)).size).toBe(2);
    if (isDistributed) expect(new Set(await tenantsByTransaction(picket, 'message'))).toEqual(new Set([1]));
    expect(await claimDue(platform, ROOM, clock.now() + LEASE)).toEqual([]);
  },
);

test('messages that another transaction has locked are left out, those of other organizations are claimed', async () => {
  const { picket, tenants } = await openTenants(true);
  await addMessages(picket, tenants);
  const { platform, clock } = picket;
  await platform.db.inSqlTx(async (sql) => {
    await sql.query('SELECT guid FROM message WHERE tenant_guid = $1::uuid FOR UPDATE', [tenants[0]]);
    const claimed = await claimDue(platform, ROOM, clock.now() + LEASE);
    expect(claimed.map(({ message }) => message.tenant)).toEqual([tenants[1], tenants[1]]);
  });
  expect(await claimDue(platform, ROOM, clock.now() + LEASE)).toHaveLength(2);
});

/** Two alerts of each organization that nobody acknowledged for longer than the first step of the usual escalation takes. */
async function raiseAlerts({ picket, admins }: Awaited<ReturnType<typeof openTenants>>): Promise<void> {
  for (const admin of admins) {
    const { body } = await picket.call<ResponseOf<'GET /locations'>>('GET', '/locations', { as: admin });
    for (const message of ['Smoke', 'Water'])
      await picket.call('POST', '/alerts', {
        as: admin,
        body: { location: body.items[0]?.guid, severity: 400, message },
      });
  }
  await picket.notify();
  picket.clock.pass(1260);
}

/** How many notices each organization was given beyond the first. */
async function countEscalated({ platform }: Picket): Promise<ReadonlyMap<string, number>> {
  const { rows } = await platform.db.console.query<{ tenant: string; count: number }>(
    `SELECT tenant_guid AS tenant, count(*)::int AS count FROM alert_step WHERE code = 'ESCALATED' GROUP BY 1`,
  );
  return new Map(rows.map(({ tenant, count }) => [tenant, count]));
}

test.each([true, false])(
  'alerts that nobody acknowledges escalate once, where rows are placed by their organization: %s',
  async (isDistributed) => {
    const world = await openTenants(isDistributed);
    const { picket, tenants } = world;
    await raiseAlerts(world);
    expect(await escalateDueAlerts(picket.platform)).toBe(4);
    expect(await countEscalated(picket)).toEqual(new Map(tenants.map((tenant) => [tenant, 2])));
    // All alerts of an organization in one transaction.
    expect(await tenantsByTransaction(picket, 'alert_escalation')).toEqual(isDistributed ? [1, 1] : [2]);
    expect(await escalateDueAlerts(picket.platform)).toBe(0);
  },
);

test('alerts that another transaction has locked escalate later, those of other organizations at once', async () => {
  const world = await openTenants(true);
  const { picket, tenants } = world;
  await raiseAlerts(world);
  const [locked = '', free = ''] = tenants;
  await picket.platform.db.inSqlTx(async (sql) => {
    await sql.query('SELECT guid FROM alert WHERE tenant_guid = $1::uuid FOR UPDATE', [locked]);
    expect(await escalateDueAlerts(picket.platform)).toBe(2);
    expect(await countEscalated(picket)).toEqual(new Map([[free, 2]]));
  });
  expect(await escalateDueAlerts(picket.platform)).toBe(2);
  expect(await countEscalated(picket)).toEqual(new Map(tenants.map((tenant) => [tenant, 2])));
});
