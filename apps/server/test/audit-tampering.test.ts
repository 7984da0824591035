/**
 * The audit log in the hands of somebody who has the database, or the disk beside it: whatever they do to it is found, stays found when the log
 * grows on, and locks nobody out.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AuditProblemKind } from '@picket/domain/audit';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freeOrdinalAfter } from '../src/capabilities/audit/audit-entry-store.ts';
import { anchorAppended, anchorHeads, verifyAllLogs, watchAuditLogs } from '../src/capabilities/audit/index.ts';
import { verifyChain } from '../src/capabilities/audit/verify-audit.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { cut, forged, restoreHead, type Step, TAMPERINGS, updateOwnRows } from './audit-tamperings.ts';
import { openPicket, PASSWORD, type Picket } from './harness.ts';

type Entries = ResponseOf<'GET /audit'>;
type Check = ResponseOf<'GET /audit/verify'>;

const RUNS = Number(process.env.PICKET_TAMPER_RUNS ?? 1);
const LOCATIONS = 24;

let picket: Picket;
let tenant: string;
let other: string;
/** The head as it was three entries ago, with its MAC. */
let oldHead: readonly unknown[];

const sql = (text: string, values: readonly unknown[] = []) => picket.platform.db.console.query(text, values);
const anchorsFile = (): string => join(picket.platform.config.dataDir, 'audit-anchors.jsonl');
const check = async (): Promise<Check> => (await picket.call<Check>('GET', '/audit/verify', { as: picket.admin })).body;

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
      await tamper(by({ last: before.entries, oldHead, anchorsFile: anchorsFile() }));
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

test.each(['enable_nestloop', 'enable_hashjoin', 'enable_mergejoin'])(
  'an entry finds its place beside the largest ordinal there is, also without %s',
  async (setting) => {
    await tamper([forged('26'), forged('9223372036854775807')]);
    const free = await picket.platform.db.inTx(async ({ sql: tx }) => {
      await tx.query(`SET LOCAL ${setting} = off`);
      return freeOrdinalAfter(tx, tenant, 26);
    });
    expect(free).toBe(27);
    await undo();
  },
);

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

test('a log that was reported is verified again when its end changes, or after six hours', async () => {
  const watch = () => watchAuditLogs(picket.platform, picket.server.pipeline.selfMonitor.onLogChanged);
  const reports = async () =>
    (await sql(`SELECT after FROM audit_entry WHERE tenant_guid = $1 AND action = 'AUDIT_LOG_CHANGED'`, [tenant])).rows;
  await tamper([cut(3), [restoreHead, ['TENANT', ...oldHead]]]);
  // The entry about it is a new end.
  expect([await watch(), await watch()]).toEqual([1, 1]);
  expect(await reports()).toHaveLength(1);
  await tamper([`${updateOwnRows(`actor_name = 'x'`)} AND ordinal = 3`]);
  expect(await watch()).toBe(1);
  expect(await reports()).toHaveLength(1);
  picket.clock.pass(6 * 3600);
  expect(await watch()).toBe(1);
  expect(await reports()).toHaveLength(2);
});

test('a log that cannot be verified keeps no other from it', async () => {
  const [first = '', second = ''] = [tenant, other].toSorted();
  const { db } = picket.platform;
  const { ofTenant } = db;
  const spy = vi.spyOn(db, 'ofTenant').mockImplementation((guid) => {
    if (guid === first) throw new Error('the rows cannot be read');
    return ofTenant.call(db, guid);
  });
  onTestFinished(() => spy.mockRestore());
  await sql(`UPDATE audit_entry SET actor_name = 'x' WHERE tenant_guid = $1 AND ordinal = 1`, [second]);
  const verified = verifyAllLogs(picket.platform, picket.server.pipeline.selfMonitor.onLogChanged);
  await expect(verified).rejects.toThrow('the rows cannot be read');
  const { rows } = await sql(`SELECT tenant_guid AS tenant FROM audit_entry WHERE action = 'AUDIT_LOG_CHANGED'`);
  expect(rows).toEqual([{ tenant: second }]);
});

test('an end that was cut is found however many anchors lie behind it', async () => {
  const ordinals = Array.from({ length: 200_000 }, (_, index) => 1_000_000 + index);
  const anchors = {
    hashes: new Map(ordinals.map((ordinal) => [ordinal, 'hash'])),
    newest: 1_199_999,
    hadMac: true,
    hasGap: false,
    damaged: 0,
    mark: null,
  };
  const index = { of: () => anchors, tenants: [tenant] };
  const { problems } = await verifyChain(picket.platform, picket.platform.db.console, tenant, index);
  expect(problems).toContainEqual({ kind: 'CUT', ordinal: 1_000_000, through: 1_199_999 });
});
