/** The audit log: complete, chained, and tamper-evident. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { AUDIT_ACTIONS } from '@picket/domain/audit';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { lineMac } from '../src/capabilities/audit/audit-macs.ts';
import {
  type AuditEvent,
  addMissingHeadMacs,
  anchorAppended,
  appendSpooled,
  auditAs,
  verifyAllLogs,
} from '../src/capabilities/audit/index.ts';
import { PASSWORD, type Picket, picketForTest } from './harness.ts';

type Entries = ResponseOf<'GET /audit'>;
type Check = ResponseOf<'GET /audit/verify'>;

const SYSTEM = { kind: 'SYSTEM', guid: null, name: 'Picket', address: null } as const;
const RENAMED: AuditEvent = { action: 'TENANT_SETTINGS_CHANGED', target: { kind: 'tenant', name: 'x' } };

const tenantOf = async (picket: Picket): Promise<string> =>
  (await picket.platform.db.prisma.tenant.findFirstOrThrow()).guid;

const entries = async (picket: Picket, query = '') =>
  (await picket.call<Entries>('GET', `/audit?limit=500${query}`, { as: picket.admin })).body.items;

test('who, what, before and after, from where; only what differs; filters', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation('Vault');
  await picket.call('PATCH', `/locations/${location}`, {
    as: picket.admin,
    body: { address: 'Street 1' },
    headers: { 'x-forwarded-for': '6.6.6.6' },
  });
  const [changed, added, signedIn] = await entries(picket);
  expect(changed).toMatchObject({
    action: 'LOCATION_CHANGED',
    actor: { kind: 'USER', name: 'admin@picket.example' },
    // Only proxies that are trusted may say where a request came from.
    address: '127.0.0.1',
    target: { kind: 'location', guid: location, name: 'Vault' },
    before: {},
    after: { address: 'Street 1' },
  });
  expect(added).toMatchObject({ action: 'LOCATION_CREATED', after: { name: 'Vault', timezone: 'Europe/Zurich' } });
  expect(signedIn?.action).toBe('SIGNED_IN');
  expect([changed?.ordinal, added?.ordinal, signedIn?.ordinal]).toEqual([3, 2, 1]);
  expect(await entries(picket, '&action=LOCATION_CREATED')).toHaveLength(1);
  expect(await entries(picket, `&target=${location}`)).toHaveLength(2);
  expect(await entries(picket, '&search=vAuL')).toHaveLength(2);
  expect(await entries(picket, '&search=%25')).toHaveLength(0);
  expect(await entries(picket, '&from=2100-01-01T00:00:00Z')).toHaveLength(0);
  expect(await entries(picket, `&actor=${changed?.actor.guid}`)).toHaveLength(3);
  const page = await picket.call<Entries>('GET', '/audit?limit=2', { as: picket.admin });
  const next = await picket.call<Entries>('GET', `/audit?limit=2&cursor=${page.body.nextCursor}`, { as: picket.admin });
  expect(next.body.items.map(({ ordinal }) => ordinal)).toEqual([1]);
});

test('nothing secret is in it, and every kind of entry has its words', async () => {
  const picket = await picketForTest();
  await picket.call('POST', '/auth/change-password', {
    as: picket.admin,
    body: { oldPassword: encodePassword(PASSWORD), newPassword: encodePassword('another quiet pass phrase') },
  });
  const { rows } = await picket.platform.db.console.query<{ row: string }>('SELECT t::text AS row FROM audit_entry t');
  expect(rows.length).toBeGreaterThan(1);
  for (const { row } of rows) expect(row).not.toMatch(/quiet|base64:|\$2b\$/u);
  expect(AUDIT_ACTIONS.length).toBeGreaterThan(40);
});

test('a change that fails leaves no entry, and one that cannot be recorded is not made', async () => {
  const picket = await picketForTest();
  await picket.addLocation('Vault');
  const before = (await entries(picket)).length;
  const taken = await picket.call('POST', '/locations', { as: picket.admin, body: { name: 'VAULT', timezone: 'UTC' } });
  expect(taken.status).toBe(400);
  expect(await entries(picket)).toHaveLength(before);
  const { console } = picket.platform.db;
  await console.query(`ALTER TABLE audit_entry ADD CONSTRAINT full_up CHECK (ordinal < ${before + 1})`);
  const answer = await picket.call('POST', '/locations', {
    as: picket.admin,
    body: { name: 'Attic', timezone: 'UTC' },
  });
  expect(answer.status).toBe(500);
  await console.query('ALTER TABLE audit_entry DROP CONSTRAINT full_up');
  const list = await picket.call<{ items: unknown[] }>('GET', '/locations', { as: picket.admin });
  expect(list.body.items).toHaveLength(1);
});

test('many at once: no gap, no two the same', async () => {
  const picket = await picketForTest();
  await Promise.all(Array.from({ length: 30 }, (_, index) => picket.addLocation(`Room ${index}`)));
  const ordinals = (await entries(picket)).map(({ ordinal }) => ordinal).reverse();
  expect(ordinals).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
});

test('exported as CSV no spreadsheet takes for formulas; that it was exported is recorded', async () => {
  const picket = await picketForTest();
  await picket.addLocation('+41 "Vault", north');
  const csv = await picket.call<string>('GET', '/audit/export?action=LOCATION_CREATED', { as: picket.admin });
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.headers['content-disposition']).toContain('picket-audit.csv');
  const lines = csv.body.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"'+41 ""Vault"", north"`);
  expect((await entries(picket))[0]?.action).toBe('AUDIT_EXPORTED');
});

test('texts are hashed as they are stored: lone surrogates and control characters break nothing', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const tenant = await tenantOf(picket);
  const illFormed = 'x\ud800\u0000\u0007y\udc00';
  const answer = await picket.call('POST', '/alerts', {
    as: picket.admin,
    body: { location, severity: 300, message: illFormed },
  });
  // Whether such a text is taken is the schema's business; the log holds either way.
  expect(answer.status).toBeLessThan(500);
  await picket.platform.db.inTx((tx) =>
    auditAs(
      picket.platform,
      tx,
      tenant,
      { kind: 'USER', guid: '0198A000-0000-7000-8000-00000000ABCD', name: illFormed, address: illFormed },
      {
        action: 'LOCATION_CHANGED',
        target: { kind: illFormed, guid: illFormed, name: illFormed },
        before: { [illFormed]: [illFormed, { deep: illFormed }], at: new Date(0) },
        after: { line: 'a\tb\nc' },
      },
    ),
  );
  const check = (await picket.call<Check>('GET', '/audit/verify', { as: picket.admin })).body;
  expect(check).toMatchObject({ intact: true, problems: [], problemCount: 0 });
  const [entry] = await entries(picket);
  const well = 'x\ufffd\ufffd\ufffdy\ufffd';
  expect(entry).toMatchObject({
    genuine: true,
    actor: { name: well },
    address: well,
    target: { kind: well, guid: well, name: well },
    before: { [well]: [well, { deep: well }], at: '1970-01-01T00:00:00.000Z' },
    after: { line: 'a\tb\nc' },
  });
});

test('while the log cannot be written users can sign in; the entry is spooled, reported, and appended once later', async () => {
  const picket = await picketForTest();
  const { console } = picket.platform.db;
  const before = (await entries(picket)).length;
  picket.clock.pass(60);
  const at = picket.clock.now();
  const tenant = await tenantOf(picket);
  await console.query(`ALTER TABLE audit_entry ADD CONSTRAINT full_up CHECK (ordinal <= ${before})`);
  await picket.signIn('admin@picket.example');
  await expect(
    picket.platform.db.inTx((tx) => auditAs(picket.platform, tx, tenant, SYSTEM, RENAMED)),
  ).rejects.toThrow();
  expect(await entries(picket)).toHaveLength(before);
  const { selfMonitor } = picket.server.pipeline;
  expect((await selfMonitor.runChecks()).map(({ text }) => text)).toEqual([
    'The audit log cannot be written: 1 entry waits on this server’s disk',
  ]);
  const [alert] = await picket.alerts('&state=OPEN');
  expect(alert?.message).toContain('The audit log cannot be written');
  await expect(appendSpooled(picket.platform)).rejects.toThrow('full_up');

  await console.query('ALTER TABLE audit_entry DROP CONSTRAINT full_up');
  picket.clock.pass(600);
  const folder = join(picket.platform.config.dataDir, 'audit-kept');
  const [name = ''] = readdirSync(folder);
  const kept = readFileSync(join(folder, name));
  expect(await appendSpooled(picket.platform)).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  // Ended between the two, it would find the file again.
  writeFileSync(join(folder, name), kept);
  await appendSpooled(picket.platform);
  // Nobody writes into the log by way of the disk.
  writeFileSync(join(folder, name), kept.toString().replace('admin', 'nimda'));
  await appendSpooled(picket.platform);
  expect(readdirSync(folder)).toEqual([`${name}.refused`]);
  const [last, ...others] = await entries(picket, '&action=SIGNED_IN');
  expect(last?.occurredAt).toBe(formatInstant(at));
  expect(others).toHaveLength(before);
  expect(await selfMonitor.runChecks()).toEqual([]);
  expect(await picket.alerts('&state=OPEN')).toEqual([]);
});

test('entries of an earlier version are found and returned under the current names of their actions', async () => {
  const picket = await picketForTest();
  const { console } = picket.platform.db;
  const tenant = await tenantOf(picket);
  await picket.platform.db.inTx((tx) => auditAs(picket.platform, tx, tenant, SYSTEM, RENAMED));
  await console.query('ALTER TABLE audit_entry DISABLE TRIGGER USER');
  await console.query(
    `UPDATE audit_entry SET action = 'ORGANISATION_CHANGED' WHERE action = 'TENANT_SETTINGS_CHANGED'`,
  );
  await console.query('ALTER TABLE audit_entry ENABLE TRIGGER USER');
  expect(await entries(picket, '&action=TENANT_SETTINGS_CHANGED')).toMatchObject([
    { action: 'TENANT_SETTINGS_CHANGED' },
  ]);

  const folder = join(picket.platform.config.dataDir, 'audit-kept');
  mkdirSync(folder, { recursive: true });
  const at = '2026-03-01T08:00:00.000Z';
  const content = JSON.stringify({
    tenantGuid: tenant,
    at,
    actorKind: 'SYSTEM',
    actorGuid: null,
    actorName: 'Somebody',
    address: null,
    action: 'PASSWORD_RESET_ASKED',
    targetKind: 'user',
    targetGuid: null,
    targetName: 'Ada',
    before: null,
    after: null,
  });
  const mac = lineMac(picket.platform.keys, 'kept audit entry', [content]);
  writeFileSync(join(folder, 'earlier.json'), JSON.stringify({ content, mac }));
  expect(await appendSpooled(picket.platform)).toBe(1);
  expect(await entries(picket, '&action=PASSWORD_RESET_REQUESTED')).toMatchObject([
    { occurredAt: formatInstant(Date.parse(at)), genuine: true },
  ]);
});

test('one verification of an organization at a time; it holds none of the connections of the console', async () => {
  const picket = await picketForTest();
  const { db } = picket.platform;
  const verify = () => picket.call<Check>('GET', '/audit/verify', { as: picket.admin });
  const release = Promise.withResolvers<void>();
  const locked = db.inTx(async ({ sql }) => {
    await sql.query('LOCK TABLE audit_entry IN ACCESS EXCLUSIVE MODE');
    await release.promise;
  });
  const first = verify();
  await expect
    .poll(async () => {
      const { rows } = await db.console.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return rows[0]?.waiting;
    })
    .toBe(1);
  const second = await verify();
  expect(second).toMatchObject({ status: 429, body: { code: 'rateLimited' } });
  expect(second.headers['retry-after']).toBe('5');
  release.resolve();
  await locked;
  expect(await first).toMatchObject({ status: 200, body: { intact: true } });
  expect((await verify()).status).toBe(200);
});

test('where the database does not answer for one log, the others wait for the next verification', async () => {
  const picket = await picketForTest();
  for (const name of ['Alpha', 'Beta', 'Gamma']) await picket.addTenant(name);
  const { platform } = picket;
  const asked: string[] = [];
  const ofTenant: typeof platform.db.ofTenant = (tenant) => {
    asked.push(tenant);
    throw new Error('Connection terminated unexpectedly');
  };
  const verifying = verifyAllLogs({ ...platform, db: { ...platform.db, ofTenant } }, async () => {});
  await expect(verifying).rejects.toThrow('Connection terminated');
  expect(asked).toHaveLength(1);
});

test('ends that an earlier version wrote get a MAC at the next start, and an end that lost its MAC gets none', async () => {
  const picket = await picketForTest();
  const { console } = picket.platform.db;
  const check = async (): Promise<Check> =>
    (await picket.call<Check>('GET', '/audit/verify', { as: picket.admin })).body;
  const removeMac = 'UPDATE audit_head SET mac = NULL, mac_ordinal = NULL';
  await console.query(removeMac);
  await console.query('ALTER TABLE audit_entry DISABLE TRIGGER USER');
  await console.query('UPDATE audit_entry SET previous = NULL');
  await console.query('ALTER TABLE audit_entry ENABLE TRIGGER USER');
  expect(await check()).toMatchObject({ intact: true });
  await addMissingHeadMacs(picket.platform);
  // A server of an earlier version appends beside this one: the MAC is of the entry before.
  await picket.addLocation('Vault');
  const { rows } = await console.query<{ mac: Buffer }>('SELECT mac FROM audit_head');
  await picket.addLocation('Attic');
  await console.query('UPDATE audit_head SET mac = $1, mac_ordinal = ordinal - 1', [rows[0]?.mac]);
  await console.query('ALTER TABLE audit_entry DISABLE TRIGGER USER');
  await console.query('UPDATE audit_entry SET previous = NULL WHERE ordinal = 3');
  await console.query('ALTER TABLE audit_entry ENABLE TRIGGER USER');
  expect(await check()).toMatchObject({ intact: true, entries: 3 });
  await picket.addLocation('Cellar');
  await anchorAppended(picket.platform);
  await console.query(removeMac);
  await addMissingHeadMacs(picket.platform);
  expect(await check()).toMatchObject({ intact: false, problems: [{ kind: 'END_MAC_INVALID', ordinal: 4 }] });
});
