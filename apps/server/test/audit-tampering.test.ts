/**
 * The audit log in the hands of somebody who has the database, or the disk beside it: whatever they do to it is found, stays found when the log
 * grows on, and locks nobody out.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AuditProblemKind } from '@picket/domain/audit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anchorAppended, anchorHeads, verifyAllLogs, watchAuditLogs } from '../src/capabilities/audit/index.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, PASSWORD, type Picket } from './harness.ts';

type Entries = ResponseOf<'GET /audit'>;
type Check = ResponseOf<'GET /audit/verify'>;

const RUNS = Number(process.env.PICKET_TAMPER_RUNS ?? 2);
const LOCATIONS = 24;

let picket: Picket;
let tenant: string;
let other: string;
/** The head as it was three entries ago, with its MAC. */
let oldHead: readonly unknown[];

const sql = (text: string, values: readonly unknown[] = []) => picket.platform.db.console.query(text, values);
const anchorsFile = (): string => join(picket.platform.config.dataDir, 'audit-anchors.jsonl');
const check = async (): Promise<Check> => (await picket.call<Check>('GET', '/audit/verify', { as: picket.admin })).body;
const random = (most: number): number => 1 + Math.floor(Math.random() * most);

/** A row that was never an entry. */
const forged = (ordinal: string): string =>
  `INSERT INTO audit_entry (tenant_guid, ordinal, occurred_at, actor_kind, actor_name, action, target_kind, target_name, hash, previous)
   SELECT tenant_guid, ${ordinal}, now(), 'SYSTEM', 'Nobody', 'SIGNED_OUT', 'user', 'Nobody', sha256('x'), hash
     FROM audit_head WHERE tenant_guid = $1`;
const cut = (rows: number): string =>
  `DELETE FROM audit_entry e USING audit_head h WHERE e.tenant_guid = h.tenant_guid AND e.tenant_guid = $1
      AND e.ordinal > h.ordinal - ${rows}`;
const restoreHead = `UPDATE audit_head SET ordinal = $2::bigint, hash = $3, mac = $4, mac_ordinal = $2::bigint
  WHERE tenant_guid = $1`;
const updateOwnRows = (what: string): string => `UPDATE audit_entry SET ${what} WHERE tenant_guid = $1`;

type Step = string | readonly [string, readonly unknown[]] | (() => void);
interface Tampering {
  readonly name: string;
  /** `last`: the ordinal of the newest entry. $1 of a statement is the organization. */
  readonly by: (last: number) => readonly Step[];
  /** At least these are found. */
  readonly finds: readonly AuditProblemKind[];
}

const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'another actor',
    by: (last) => [`${updateOwnRows(`actor_name = actor_name || '.'`)} AND ordinal = ${random(last)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'another content',
    by: (last) => [`${updateOwnRows(`after = '{}'`)} AND ordinal = ${2 + random(last - 2)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'content that is no JSON, and an action nobody knows',
    by: (last) => [
      `${updateOwnRows(`after = '{', before = '[1]', action = 'FORGOTTEN', actor_kind = 'GHOST'`)} AND ordinal = ${random(last)}`,
    ],
    finds: ['CHANGED'],
  },
  {
    name: 'another instant',
    by: (last) => [`${updateOwnRows(`occurred_at = occurred_at + interval '1 ms'`)} AND ordinal = ${random(last)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'an instant that is none',
    by: (last) => [`${updateOwnRows(`occurred_at = 'infinity'`)} AND ordinal = ${random(last)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'another address',
    by: (last) => [`${updateOwnRows('address = NULL')} AND ordinal = ${random(last)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'another hash',
    by: (last) => [`${updateOwnRows(`hash = sha256('x')`)} AND ordinal = ${random(last - 1)}`],
    finds: ['CHANGED', 'ANCHOR_DIFFERS'],
  },
  {
    name: 'every hash, and what it continues, taken away',
    by: () => [updateOwnRows(`hash = '', previous = NULL`)],
    finds: ['CHANGED', 'END_DIFFERS'],
  },
  {
    name: 'two of them, far apart',
    by: () => [`${updateOwnRows(`actor_name = 'x'`)} AND ordinal IN (5, 15)`],
    finds: ['CHANGED'],
  },
  {
    name: 'the first entry deleted',
    by: () => ['DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = 1'],
    finds: ['MISSING'],
  },
  {
    name: 'one in the middle deleted',
    by: (last) => [`DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = ${1 + random(last - 2)}`],
    finds: ['MISSING'],
  },
  { name: 'the last one deleted', by: () => [cut(1)], finds: ['MISSING'] },
  {
    name: 'one deleted and the rest moved up',
    by: () => [
      'DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = 9',
      `${updateOwnRows('ordinal = ordinal + 1000')} AND ordinal > 9`,
      `${updateOwnRows('ordinal = ordinal - 1001')} AND ordinal > 1000`,
    ],
    finds: ['CHANGED', 'MISSING'],
  },
  {
    name: 'two exchanged',
    by: () => [
      `UPDATE audit_entry e SET action = o.action, after = o.after, hash = o.hash, previous = o.previous
         FROM audit_entry o WHERE e.tenant_guid = $1 AND o.tenant_guid = $1 AND e.ordinal IN (5, 6)
          AND o.ordinal = 11 - e.ordinal`,
    ],
    finds: ['CHANGED', 'ANCHOR_DIFFERS'],
  },
  {
    name: 'all of them in another order',
    by: (last) => [
      `${updateOwnRows('ordinal = ordinal + 1000')} AND ordinal > 0`,
      updateOwnRows(`ordinal = ${last} + 1001 - ordinal`),
    ],
    finds: ['CHANGED', 'ANCHOR_DIFFERS'],
  },
  {
    name: 'an entry replaced by one of another organization',
    by: () => [
      ['DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = 1', ['TENANT']],
      ['UPDATE audit_entry SET tenant_guid = $1 WHERE tenant_guid = $2 AND ordinal = 1', ['TENANT', 'OTHER']],
    ],
    finds: ['CHANGED'],
  },
  { name: 'a row behind the end', by: (last) => [forged(String(last + 1))], finds: ['FOREIGN'] },
  {
    name: 'many rows behind the end, one of them far',
    by: (last) => [
      ...Array.from({ length: 5 }, (_, place) => forged(String(last + 1 + place))),
      forged('9223372036854775807'),
    ],
    finds: ['FOREIGN'],
  },
  { name: 'a row before the beginning', by: () => [forged('-3')], finds: ['FOREIGN'] },
  {
    name: 'a true entry once more, behind the end',
    by: (last) => [
      `INSERT INTO audit_entry SELECT tenant_guid, ${last + 1}, occurred_at, actor_kind, actor_guid, actor_name, address, action,
         target_kind, target_guid, target_name, before, after, hash, previous FROM audit_entry
        WHERE tenant_guid = $1 AND ordinal = 4`,
    ],
    finds: ['FOREIGN'],
  },
  {
    name: 'a forged row in the place of a true one',
    by: () => ['DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = 7', forged('7')],
    finds: ['CHANGED', 'ANCHOR_DIFFERS'],
  },
  {
    name: 'the newest minute cut, the end set back to what is left',
    by: () => [
      cut(3),
      `UPDATE audit_head h SET ordinal = h.ordinal - 3, hash = (SELECT hash FROM audit_entry e
         WHERE e.tenant_guid = h.tenant_guid AND e.ordinal = h.ordinal - 3) WHERE tenant_guid = $1`,
    ],
    finds: ['CUT', 'END_MAC_INVALID'],
  },
  {
    name: 'the newest minute cut, and the old end put back with its MAC',
    by: () => [cut(3), [restoreHead, ['TENANT', ...oldHead]]],
    finds: ['CUT'],
  },
  {
    name: 'the old end put back, the entries left',
    by: () => [[restoreHead, ['TENANT', ...oldHead]]],
    finds: ['CUT', 'FOREIGN'],
  },
  {
    name: 'the MAC of the end removed',
    by: () => ['UPDATE audit_head SET mac = NULL, mac_ordinal = NULL WHERE tenant_guid = $1'],
    finds: ['END_MAC_INVALID'],
  },
  {
    name: 'a MAC that is none, of another entry',
    by: () => [`UPDATE audit_head SET mac = sha256('x'), mac_ordinal = 2 WHERE tenant_guid = $1`],
    finds: ['END_MAC_INVALID'],
  },
  {
    name: 'the MAC of another organization',
    by: () => [
      [
        `UPDATE audit_head h SET mac = o.mac FROM audit_head o WHERE h.tenant_guid = $1 AND o.tenant_guid = $2`,
        ['TENANT', 'OTHER'],
      ],
    ],
    finds: ['END_MAC_INVALID'],
  },
  { name: 'the end deleted', by: () => ['DELETE FROM audit_head WHERE tenant_guid = $1'], finds: ['CUT', 'FOREIGN'] },
  { name: 'every entry deleted', by: () => ['DELETE FROM audit_entry WHERE tenant_guid = $1'], finds: ['MISSING'] },
  {
    name: 'all of it truncated',
    by: () => ['TRUNCATE audit_entry, audit_head'].map((text) => [text, []] as const),
    finds: ['CUT'],
  },
  { name: 'the anchors file deleted', by: () => [() => rmSync(anchorsFile())], finds: ['ANCHORS_MISSING'] },
  {
    name: 'the anchors file edited',
    by: () => [
      () => writeFileSync(anchorsFile(), readFileSync(anchorsFile(), 'utf8').replace(/"ordinal":9,/u, '"ordinal":8,')),
    ],
    finds: ['ANCHORS_DAMAGED'],
  },
  {
    name: 'an old line of the anchors file written again without its MAC',
    by: () => [
      () => writeFileSync(anchorsFile(), readFileSync(anchorsFile(), 'utf8').replace(/,"mac":"[^"]+"\}\n$/u, '}\n')),
    ],
    finds: ['ANCHORS_DAMAGED'],
  },
  {
    name: 'the newest minute cut in the database and in the anchors file',
    by: () => [
      cut(3),
      [restoreHead, ['TENANT', ...oldHead]],
      () =>
        writeFileSync(
          anchorsFile(),
          `${readFileSync(anchorsFile(), 'utf8').trimEnd().split('\n').slice(0, -3).join('\n')}\n`,
        ),
    ],
    finds: ['ANCHORS_MISSING'],
  },
];

beforeAll(async () => {
  picket = await openPicket();
  tenant = (await picket.platform.db.prisma.tenant.findFirstOrThrow()).guid;
  other = (await picket.addTenant('Other')).tenant;
  for (let index = 0; index < LOCATIONS; index++) {
    await picket.addLocation(`Room ${index}`);
    // As the server does every second.
    await anchorAppended(picket.platform);
    if (index === LOCATIONS - 4) {
      const { rows } = await sql('SELECT ordinal::text, hash, mac FROM audit_head WHERE tenant_guid = $1', [tenant]);
      oldHead = Object.values(rows[0] ?? {});
    }
  }
  await anchorHeads(picket.platform);
  for (const table of TABLES) await sql(`CREATE TABLE kept_${table} AS TABLE ${table}`);
  copyFileSync(anchorsFile(), `${anchorsFile()}.kept`);
  // As a superuser would: past the triggers.
  for (const table of ['audit_entry', 'audit_head']) await sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
});
afterEach(undo);
afterAll(() => picket.close());

const TABLES = ['audit_entry', 'audit_head', 'audit_anchor_mark'];

async function undo(): Promise<void> {
  for (const table of TABLES) {
    await sql(`DELETE FROM ${table}`);
    await sql(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
  }
  copyFileSync(`${anchorsFile()}.kept`, anchorsFile());
  // The server remembers how far a file went: this is another one.
  const file = newGuid();
  writeFileSync(anchorsFile().replace('.jsonl', '.id'), file);
  await sql('UPDATE audit_anchor_mark SET file_guid = $1', [file]);
}

async function tamper(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'function') step();
    else if (typeof step === 'string') await sql(step, [tenant]);
    else
      await sql(
        step[0],
        step[1].map((value) => (value === 'TENANT' ? tenant : value === 'OTHER' ? other : value)),
      );
  }
}

const kindsOf = ({ problems }: Check): readonly AuditProblemKind[] => problems.map(({ kind }) => kind);

describe('found, found again when the log has grown, and nobody is locked out', () => {
  test.each(TAMPERINGS)('$name', async ({ by, finds }) => {
    for (let run = 0; run < RUNS; run++) {
      const before = await check();
      expect(before).toMatchObject({ intact: true, problems: [], problemCount: 0, entries: LOCATIONS + 1 });
      expect(before.anchors).toBeGreaterThan(LOCATIONS - 2);
      await tamper(by(before.entries));
      const found = await check();
      expect(found.intact).toBe(false);
      expect(kindsOf(found)).toEqual(expect.arrayContaining([...finds]));
      expect((await picket.call('GET', '/audit?limit=500', { as: picket.admin })).status).toBe(200);
      expect((await picket.call('GET', '/audit/export', { as: picket.admin })).status).toBe(200);
      for (let again = 0; again < 4; again++) {
        const signedIn = await picket.call('POST', '/auth/login', {
          body: { username: 'admin@picket.example', password: encodePassword(PASSWORD) },
        });
        expect(signedIn.status).toBe(200);
        await anchorAppended(picket.platform);
      }
      expect((await check()).intact).toBe(false);
      await undo();
    }
  });

  test('nothing of it is left', async () => {
    expect(TAMPERINGS.length).toBeGreaterThanOrEqual(20);
    expect(await check()).toMatchObject({ intact: true });
  });
});

test('the check goes on behind a breach: every one is listed, the first hundred of each kind', async () => {
  await tamper([
    `${updateOwnRows(`actor_name = 'x'`)} AND ordinal IN (3, 12)`,
    'DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal IN (6, 7, 20)',
    forged('26'),
  ]);
  expect((await check()).problems).toEqual([
    { kind: 'CHANGED', ordinal: 3 },
    { kind: 'MISSING', ordinal: 6, through: 7 },
    { kind: 'CHANGED', ordinal: 12 },
    { kind: 'MISSING', ordinal: 20 },
    { kind: 'FOREIGN', ordinal: 26 },
  ]);
  await undo();
  await sql(
    `INSERT INTO audit_entry (tenant_guid, ordinal, occurred_at, actor_kind, actor_name, action, target_kind, target_name, hash)
     SELECT $1, ordinal, now(), 'SYSTEM', 'Nobody', 'SIGNED_OUT', 'user', 'Nobody', '' FROM generate_series(26, 275) AS g(ordinal)`,
    [tenant],
  );
  await picket.addLocation('Behind them');
  const many = await check();
  expect(many.problems).toHaveLength(100);
  expect(many.problemCount).toBe(250);
  expect(many.problems[0]).toEqual({ kind: 'FOREIGN', ordinal: 26 });
  // Rows that are cheap to add hide no change of an entry behind them.
  const behind = 277;
  for (const name of ['Changed', 'After that']) await picket.addLocation(name);
  await tamper([`${updateOwnRows(`actor_name = 'x'`)} AND ordinal = ${behind}`]);
  expect((await check()).problems).toContainEqual({ kind: 'CHANGED', ordinal: behind });
  await undo();
});

test('what stands behind the end is no entry, neither in the list nor in the export; what was changed is marked', async () => {
  await tamper([forged('26'), `${updateOwnRows(`target_name = 'Elsewhere'`)} AND ordinal = 4`]);
  const { items } = (await picket.call<Entries>('GET', '/audit?limit=500', { as: picket.admin })).body;
  expect(items.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 25 }, (_, place) => 25 - place));
  expect(items.filter(({ genuine }) => !genuine).map(({ ordinal }) => ordinal)).toEqual([4]);
  const csv = await picket.call<string>('GET', '/audit/export', { as: picket.admin });
  const lines = csv.body.trim().split('\r\n').slice(1);
  // That it was exported is entered behind the row, which lies before the end from then on: not an entry of Picket's.
  expect(lines.filter((line) => line.endsWith(',no')).map((line) => line.split(',')[0])).toEqual(['4', '26']);
  expect(lines.at(-1)).toMatch(/^27,.*AUDIT_EXPORTED/u);
  await undo();
});

test('a look at the ends sees an anchor that was changed in place, and what was written since the look before', async () => {
  const watch = async () => watchAuditLogs(picket.platform, async () => {});
  expect(await watch()).toBe(0);
  const right = readFileSync(anchorsFile(), 'utf8');
  writeFileSync(anchorsFile(), right.replace(/"hash":"./u, '"hash":"!'));
  expect(await watch()).toBeGreaterThan(0);
  writeFileSync(anchorsFile(), right);
  expect(await watch()).toBe(0);
  const [first = ''] = right.split('\n');
  writeFileSync(anchorsFile(), `${right}${first.replace(/"ordinal":\d+/u, '"ordinal":999')}\n`);
  expect(await watch()).toBeGreaterThan(0);
  await undo();
});

test('it is noticed without anybody asking: entered once into the log, and one alert of the admin tenant', async () => {
  const { selfMonitor } = picket.server.pipeline;
  const watch = () => watchAuditLogs(picket.platform, selfMonitor.onLogChanged);
  const open = async () =>
    (await picket.alerts('&state=OPEN')).map(({ message }) => message).filter((text) => text.includes('audit log'));
  expect(await watch()).toBe(0);
  expect(await open()).toEqual([]);

  await tamper([cut(3), [restoreHead, ['TENANT', ...oldHead]]]);
  // As several server processes look.
  expect(await Promise.all([watch(), watch(), watch()])).toEqual([1, 1, 1]);
  const alertText =
    'The audit log of My organization was changed outside Picket: entries 23 to 25: copied outside the database and missing here';
  expect(await open()).toEqual([alertText]);
  const auditedChanges = async () =>
    (await picket.call<Entries>('GET', '/audit?action=AUDIT_LOG_CHANGED', { as: picket.admin })).body.items;
  expect(await auditedChanges()).toHaveLength(1);
  // The log grows over what was cut off: still the same.
  for (let round = 0; round < 5; round++) {
    await anchorAppended(picket.platform);
    expect(await verifyAllLogs(picket.platform, selfMonitor.onLogChanged)).toBe(1);
    await picket.signIn('admin@picket.example');
  }
  expect(await auditedChanges()).toHaveLength(1);
  expect(await open()).toEqual([alertText]);
  await undo();

  // What an append comes across is looked into at once, though the end looks right again.
  await tamper([forged('26')]);
  await picket.signIn('admin@picket.example');
  await anchorAppended(picket.platform);
  expect(await watch()).toBe(1);
  expect((await auditedChanges())[0]).toMatchObject({
    after: { first: ['entry 26: not written by Picket'] },
    genuine: true,
  });
  await undo();

  // A change far from the end is found when all are followed.
  await tamper([`${updateOwnRows(`actor_name = 'x'`)} AND ordinal = 3`]);
  expect(await watch()).toBe(0);
  expect(await verifyAllLogs(picket.platform, selfMonitor.onLogChanged)).toBe(1);
  await undo();
});
