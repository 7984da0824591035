/** An organization's data: handed out whole and without secrets, and deleted so that nothing of it is left but the record. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatInstant } from '@picket/domain/time';
import { createFolder } from '@picket/files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deleteBulk,
  deleteOwned,
  OWNED_TABLES,
  UNOWNED_TABLES,
} from '../src/capabilities/operations/tenant-data-store.ts';
import { deletedTenants, noteErasure, readErasures } from '../src/platform/wal-archive/erasure-ledger.ts';
import { fsck } from '../src/views/run-integrity-checks.ts';
import { type Device, openPicket, type Picket, type Session } from './harness.ts';

let picket: Picket;
let acme: { tenant: string; admin: Session };
let device: Device;
beforeAll(async () => {
  picket = await openPicket();
  acme = await picket.addTenant('Acme');
  for (const [as, name] of [
    [acme.admin, 'Cellar'],
    [picket.admin, 'Attic'],
  ] as const) {
    const location = await picket.addLocation(name, as);
    const one = await picket.addDevice(location, { name: `Rack of ${name}` }, as);
    if (as === acme.admin) device = one;
    const readings = Array.from({ length: 50 }, (_, minute) => ({
      sensorMetricId: 'environment_temperature',
      at: formatInstant(picket.clock.now() - (50 - minute) * 60_000),
      values: { value: minute === 7 ? null : 20 + minute / 10 },
    }));
    await picket.report(one, readings);
    await picket.call('POST', '/alerts', { as, body: { location, severity: 400, message: `Water in ${name}` } });
  }
  picket.clock.pass(2 * 86_400);
  await picket.pack();
  acme = { ...acme, admin: await picket.signIn('admin@acme.example') };
  picket.admin = await picket.signIn('admin@picket.example');
  await picket.send(device, 'environment_temperature', 23);
  await picket.notify();
});
afterAll(() => picket.close());

const tables = async (): Promise<readonly string[]> =>
  (
    await picket.platform.db.console.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition AND relname <> '_prisma_migrations'`,
    )
  ).rows.map(({ name }) => name);

/** How many rows of these tables belong to the organization. */
async function countRows(owned = OWNED_TABLES): Promise<number> {
  let rows = 0;
  for (const { name, where } of owned) {
    const found = await picket.platform.db.console.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${name}" t WHERE ${where}`,
      [acme.tenant],
    );
    rows += found.rows[0]?.count ?? 0;
  }
  return rows;
}

test('every table has an owner or is listed as having none', async () => {
  const known = [...OWNED_TABLES.map(({ name }) => name), ...UNOWNED_TABLES];
  expect([...known].sort()).toEqual([...(await tables())].sort());
});

test('what is handed out is all there is, and nothing secret or anybody else’s', async () => {
  const answer = await picket.call<string>('GET', '/tenant/export', { as: acme.admin });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('application/x-ndjson');
  const lines = answer.body
    .trim()
    .split('\n')
    .map((text): Record<string, unknown> => JSON.parse(text));
  expect(lines[0]).toMatchObject({ picket: 'tenant', tenant: acme.tenant });
  const rowsOf = (table: string) => lines.filter((one) => one.table === table).map(({ row }) => row);
  expect(rowsOf('location')).toMatchObject([{ name: 'Cellar' }]);
  expect(rowsOf('user_account')).toMatchObject([{ email: 'admin@acme.example' }]);
  expect(rowsOf('alert').some((row) => JSON.stringify(row).includes('Water in Cellar'))).toBe(true);
  const readings = lines.flatMap((one) => (Array.isArray(one.readings) ? one.readings : []));
  expect(readings).toHaveLength(51);
  expect(readings).toContainEqual([expect.any(String), null]);
  expect(readings.at(-1)).toEqual([formatInstant(picket.clock.now()), 23]);
  expect(answer.body).not.toContain('Attic');
  expect(answer.body).not.toMatch(/password_hash|totp_secret|"hash"|"settings"|wifi_password/u);
});

test('a person gets what there is about them, and nobody else', async () => {
  const viewer = await picket.addPerson('VIEWER');
  const [alert] = await picket.alerts('&state=OPEN');
  await picket.call('POST', `/alerts/${alert?.guid}/comments`, { as: viewer, body: { text: 'I am on my way' } });
  const mine = await picket.call<string>('GET', '/users/my-profile/export', { as: viewer });
  expect(mine.status).toBe(200);
  expect(mine.body).toContain('I am on my way');
  expect(mine.body.match(/"table":"user_account"/gu)).toHaveLength(1);
  expect(mine.body).toContain('"table":"session"');
  expect(mine.body).not.toMatch(/admin@picket|password_hash|totp_secret|"hash"/u);
  const theirs = await picket.call<string>('GET', '/users/my-profile/export', { as: picket.admin });
  expect(theirs.body).toContain('admin@picket.example');
  expect(theirs.body).not.toContain('I am on my way');
});

/** A file in place of the folder of the backups, until the returned function is called. */
function takeBackupFolder(): () => void {
  const { folder } = picket.platform.config.backup;
  const aside = join(dirname(folder), 'backups-aside');
  createFolder(folder);
  renameSync(folder, aside);
  writeFileSync(folder, '');
  return () => {
    rmSync(folder);
    renameSync(aside, folder);
  };
}

test('where its deletion cannot be noted, nothing of it is deleted; reactivated, it does not count as deleted', async () => {
  const change = (suspended: boolean) =>
    picket.call('PATCH', `/tenants/${acme.tenant}`, { as: picket.admin, body: { suspended } });
  const remove = () => picket.call('DELETE', `/tenants/${acme.tenant}`, { as: picket.admin });
  await change(true);
  const before = await countRows();
  const restoreFolder = takeBackupFolder();
  expect((await remove()).status).toBe(503);
  expect(await countRows()).toBe(before);
  restoreFolder();
  const noted = async () => deletedTenants(await readErasures(picket.platform.config.backup.folder));
  expect(await noted()).toEqual([]);
  // As where the server stops meanwhile.
  await noteErasure(picket.platform, 'TENANT', acme.tenant, acme.tenant);
  expect(await noted()).toEqual([acme.tenant]);
  expect((await change(false)).status).toBe(200);
  expect(await noted()).toEqual([]);
});

test('reactivated while it is deleted, it stays and keeps its readings', async () => {
  await picket.call('PATCH', `/tenants/${acme.tenant}`, { as: picket.admin, body: { suspended: true } });
  const readings = OWNED_TABLES.filter(({ name }) => name.startsWith('reading'));
  const before = await countRows(readings);
  expect(before).toBeGreaterThan(0);
  const isBlocked = async (): Promise<boolean> => {
    const { rows } = await picket.platform.db.console.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  const removed = await picket.platform.db.inTx(async ({ sql }) => {
    await sql.query('UPDATE tenant SET suspended = false WHERE guid = $1::uuid', [acme.tenant]);
    const answer = picket.call('DELETE', `/tenants/${acme.tenant}`, { as: picket.admin });
    await expect.poll(isBlocked, { timeout: 60_000 }).toBe(true);
    return { answer };
  });
  expect((await removed.answer).status).toBe(409);
  expect(await countRows(readings)).toBe(before);
});

test('what grows with devices and time is deleted in slices, and settings of people and places at the end', async () => {
  const { db } = picket.platform;
  const { tenant, admin } = await picket.addTenant('Sliced');
  const location = await picket.addLocation('Deck', admin);
  await picket.addDevice(location, { name: 'Rack of Deck' }, admin);
  await picket.call('POST', '/alerts', { as: admin, body: { location, severity: 400, message: 'Water' } });
  // More than one slice has of what others refer to.
  await db.console.query(
    `INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
     SELECT tenant_guid, guid, 'metric_' || n, 'value' FROM sentry, generate_series(1, 1200) n WHERE tenant_guid = $1::uuid`,
    [tenant],
  );
  let slices = 0;
  await deleteBulk(db, tenant, [], async () => {
    slices += 1;
  });
  expect(slices).toBeGreaterThan(40);
  const left: string[] = [];
  for (const { name, where } of OWNED_TABLES) {
    const { rows } = await db.console.query(`SELECT 1 FROM "${name}" t WHERE ${where} LIMIT 1`, [tenant]);
    if (rows.length > 0) left.push(name);
  }
  expect(left).toEqual([
    'policy_version',
    'policy',
    'permission',
    'location',
    'session',
    'known_device',
    'user_account',
    'tenant',
  ]);
  await db.inTx(({ sql }) => deleteOwned(sql, tenant));
});

test('deleted, nothing of it is left but the record, and nobody else misses anything', async () => {
  const remove = () => picket.call('DELETE', `/tenants/${acme.tenant}`, { as: picket.admin });
  expect((await remove()).status).toBe(409);
  const mine = await picket.call<{ tenant: { guid: string } }>('GET', '/users/my-profile', { as: picket.admin });
  expect((await picket.call('DELETE', `/tenants/${mine.body.tenant.guid}`, { as: picket.admin })).status).toBe(409);
  await picket.call('PATCH', `/tenants/${acme.tenant}`, { as: picket.admin, body: { suspended: true } });
  // More than is deleted at once.
  await picket.platform.db.console.query(
    `INSERT INTO alert_step (tenant_guid, alert_guid, at, recorded_at, code)
     SELECT tenant_guid, guid, now(), now(), 'COMMENTED' FROM alert, generate_series(1, 25000) WHERE tenant_guid = $1::uuid`,
    [acme.tenant],
  );
  expect(await countRows()).toBeGreaterThan(25_000);
  const others = await picket.call<string>('GET', '/tenant/export', { as: picket.admin });
  expect((await remove()).status).toBe(204);
  expect(await countRows()).toBe(0);
  expect((await remove()).status).toBe(404);
  // Guids alone might hide in columns nobody thought of.
  for (const table of await tables()) {
    if (['audit_anchor_mark', 'audit_entry', 'audit_head'].includes(table)) continue;
    const { rows } = await picket.platform.db.console.query(
      `SELECT 1 FROM "${table}" t WHERE position($1 in t::text) > 0 LIMIT 1`,
      [acme.tenant],
    );
    expect(rows, table).toEqual([]);
  }
  expect((await picket.report(device, [])).status).toBe(401);
  const after = await picket.call<string>('GET', '/tenant/export', { as: picket.admin });
  const places = (text: string) => text.split('\n').filter((one) => one.includes('"table":"location"')).length;
  expect(places(after.body)).toBe(places(others.body));
  expect(await fsck(picket.platform)).toEqual([]);
  const log = await picket.call<{ items: { action: string }[] }>('GET', '/audit?limit=5', { as: picket.admin });
  expect(log.body.items.map(({ action }) => action)).toContain('TENANT_DELETED');
});
