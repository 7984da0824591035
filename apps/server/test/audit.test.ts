/** The audit log: complete, bound together, and whoever changes it shows. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts';
import { encodePassword } from '@picket/contracts/client';
import { AUDIT_ACTIONS } from '@picket/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anchorHeads } from '../src/capabilities/audit/index.ts';
import { openPicket, PASSWORD, type Picket, picketForTest } from './harness.ts';

type Entries = ResponseOf<'GET /audit'>;
type Check = ResponseOf<'GET /audit/verify'>;

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

describe('tampering', () => {
  let picket: Picket;
  beforeAll(async () => {
    picket = await openPicket();
    for (let index = 0; index < 40; index++) await picket.addLocation(`Room ${index}`);
  });
  afterAll(() => picket.close());

  const check = async (): Promise<Check> =>
    (await picket.call<Check>('GET', '/audit/verify', { as: picket.admin })).body;
  const sql = (text: string, values: readonly unknown[] = []) => picket.platform.db.console.query(text, values);

  test('the database refuses changes, whoever asks', async () => {
    for (const statement of [
      `UPDATE audit_entry SET actor_name = 'Somebody else'`,
      'DELETE FROM audit_entry',
      'TRUNCATE audit_entry',
    ])
      await expect(sql(statement), statement).rejects.toThrow('neither changed nor deleted');
  });

  /** What somebody with the database in their hands could do; each is undone afterwards. */
  const random = (most: number): number => 1 + Math.floor(Math.random() * most);
  const TAMPERINGS: readonly (readonly [string, (last: number) => string])[] = [
    ['another name', (last) => `UPDATE audit_entry SET actor_name = actor_name || '.' WHERE ordinal = ${random(last)}`],
    ['another time', (last) => `UPDATE audit_entry SET at = at + interval '1 ms' WHERE ordinal = ${random(last)}`],
    ['another content', (last) => `UPDATE audit_entry SET after = '{}' WHERE ordinal = ${2 + random(last - 2)}`],
    ['another address', (last) => `UPDATE audit_entry SET address = NULL WHERE ordinal = ${random(last)}`],
    ['an entry taken out', (last) => `DELETE FROM audit_entry WHERE ordinal = ${random(last)}`],
    [
      'an entry taken out and the rest moved up',
      () => `WITH gone AS (DELETE FROM audit_entry WHERE ordinal = 9 RETURNING 1)
        UPDATE audit_entry SET ordinal = -ordinal WHERE ordinal > 9`,
    ],
    [
      'two exchanged',
      () => `UPDATE audit_entry e SET action = o.action, after = o.after, hash = o.hash
        FROM audit_entry o WHERE e.ordinal IN (5, 6) AND o.ordinal = 11 - e.ordinal`,
    ],
    ['the newest cut off', (last) => `DELETE FROM audit_entry WHERE ordinal > ${last - random(5)}`],
    [
      'the newest cut off, and the end set back',
      (last) => `WITH cut AS (DELETE FROM audit_entry WHERE ordinal > ${last - 3})
        UPDATE audit_head SET ordinal = ${last - 3},
          hash = (SELECT hash FROM audit_entry WHERE ordinal = ${last - 3})`,
    ],
    ['all of it gone', () => 'WITH cut AS (DELETE FROM audit_entry) DELETE FROM audit_head'],
  ];

  test.each(TAMPERINGS)('%s: it shows', async (_name, statementFor) => {
    await anchorHeads(picket.platform);
    const sound = await check();
    expect(sound).toMatchObject({ intact: true });
    expect(sound.anchors).toBeGreaterThan(0);
    for (let round = 0; round < Number(process.env.PICKET_TAMPER_RUNS ?? 5); round++) {
      await sql('CREATE TABLE kept_entry AS TABLE audit_entry');
      await sql('CREATE TABLE kept_head AS TABLE audit_head');
      // As a superuser would: past the triggers.
      await sql('ALTER TABLE audit_entry DISABLE TRIGGER USER');
      await sql(statementFor(sound.entries));
      expect((await check()).intact).toBe(false);
      await sql('DELETE FROM audit_entry');
      await sql('DELETE FROM audit_head');
      await sql('INSERT INTO audit_entry SELECT * FROM kept_entry');
      await sql('INSERT INTO audit_head SELECT * FROM kept_head');
      await sql('ALTER TABLE audit_entry ENABLE TRIGGER USER');
      await sql('DROP TABLE kept_entry, kept_head');
    }
    expect(await check()).toMatchObject({ intact: true, entries: sound.entries });
  });

  test('the anchors are lines outside the database, and half a line does not disturb', async () => {
    const file = join(picket.platform.config.dataDir, 'audit-anchors.jsonl');
    const text = readFileSync(file, 'utf8');
    expect(text.trim().split('\n').length).toBeGreaterThan(0);
    writeFileSync(file, `${text}{"tenant":"01`);
    expect(await check()).toMatchObject({ intact: true });
    // Without its anchors a log that is cut looks whole: that is what they are for.
    expect((await check()).anchors).toBeGreaterThan(0);
  });
});
