/**
 * The embedded database with its archive: restored to random instants it has what a client was promised until then and nothing later; an
 * archive that cannot be written raises a system alert, does not fill pg_wal, and goes on by itself; who was erased stays erased.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { archiveSettings } from '../../apps/cli/src/postgres/archived-postgres.ts';
import { type EmbeddedPostgres, startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { createMissingKeys } from '../../apps/server/src/platform/wal-archive/prepare-archiver.ts';
import { METRICS_TOKEN } from '../support/fetch-health.ts';
import { ReadingRecord } from '../support/reading-record.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';
import { ROOT, type RunningServer, startServer } from '../support/server-process.ts';

const INSTANTS = Number(process.env.PICKET_RESTORE_INSTANTS ?? 3);
/** Self-monitoring runs each half minute, and a failure counts after a minute. */
const ALERT_WITHIN_MS = 300_000;
const STEP_TIMEOUT_MS = 900_000;
/** So few, that a test exceeds it soon. */
const MAX_WAITING = 3;

let folder: string;
let postgres: EmbeddedPostgres;
let server: RunningServer;
let record: ReadingRecord;
let cookie: string;
let restored = 0;
const backups = (): string => `${folder}-backups`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'picket-instant-'));
  createMissingKeys(folder);
  postgres = await startPostgres(folder, null, {}, (data, identity) =>
    archiveSettings(folder, data, identity, {}, MAX_WAITING),
  );
  const env = { ...ADMIN, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl, PICKET_METRICS_TOKEN: METRICS_TOKEN };
  server = await startServer(postgres.url, { dataDir: folder, env });
  const made = await newDevice(server.base, join(folder, 'sentry'));
  record = new ReadingRecord(made.device);
  cookie = made.cookie;
  await vi.waitUntil(async () => (await archive()).bases === 1, { timeout: ALERT_WITHIN_MS, interval: 1000 });
}, STEP_TIMEOUT_MS);

afterAll(async () => {
  await server?.stop();
  postgres?.stop();
  if (folder !== undefined) for (const path of [folder, backups()]) rmSync(path, { recursive: true, force: true });
}, STEP_TIMEOUT_MS);

const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: ALERT_WITHIN_MS, interval: 1000 });

async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await fetch(`${server.base}/api/v1${path}`, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path} ${answer.status}`).toBe(true);
  return (answer.status === 204 ? null : await answer.json()) as Body;
}

type ShownArchive = NonNullable<NonNullable<ResponseOf<'GET /operations'>['archive']>['kept']>;

const archive = async (): Promise<Partial<ShownArchive>> =>
  (await call<ResponseOf<'GET /operations'>>('GET', '/operations')).archive?.kept ?? {};

async function openAlerts(): Promise<readonly string[]> {
  const { items } = await call<{ items: readonly { message?: string }[] }>('GET', '/alerts?state=OPEN');
  return items.map(({ message = '' }) => message).filter((message) => /archiv|base backup/iu.test(message));
}

/** Not a call that waits: what the server sends meanwhile, such as the end of an idle connection, would be read too late. */
const restoreAt = (instant: number) => restoreFrom(folder, instant);

async function restoreFrom(
  dataDir: string,
  instant: number,
): Promise<{ readonly into: string; readonly output: string }> {
  restored += 1;
  const into = join(folder, `at-${restored}`);
  const program = join(ROOT, 'apps/cli/src/picket.ts');
  const at = new Date(instant).toISOString();
  const args = ['--disable-warning=ExperimentalWarning', program, 'restore', '--at', at, '--into', into];
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    PICKET_DATA_DIR: dataDir,
    PICKET_BACKUP_DIR: backups(),
    DATABASE_URL: '',
  };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [status] = await once(child, 'close');
  return { into, output: `${status} ${errors}` };
}

/** Works with a data folder that was restored. */
async function withRestored(into: string, work: (url: string) => Promise<void>): Promise<void> {
  const copy = await startPostgres(into);
  try {
    await work(copy.adminUrl.replace(/\/postgres$/u, '/picket'));
  } finally {
    copy.stop();
  }
}

async function query(url: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

/** Ends the present file of WAL, so that it is archived. */
const switchWal = () =>
  query(
    postgres.adminUrl,
    'SELECT pg_logical_emit_message(false, $$test$$, repeat($$x$$, 1000)); SELECT pg_switch_wal()',
  );

/** Files of WAL that are not archived. */
const countWaiting = async (): Promise<number> =>
  (await query(postgres.adminUrl, 'SELECT 1 FROM pg_ls_archive_statusdir() WHERE name LIKE $$%.ready$$')).length;

test(
  'restored to random instants, the database has what was acknowledged until then and nothing later',
  async () => {
    await record.sendMany(80);
    const instants = Array.from({ length: INSTANTS }, () => record.randomInstant());
    // Not archived yet, and the last commit there is: what has been written until now is restored as well.
    const timelines: string[] = [];
    for (const instant of [...instants, Date.now()]) {
      const { into, output } = await restoreAt(instant);
      expect(output).toMatch(/^0 /u);
      timelines.push(...readdirSync(join(into, 'postgres', 'pg_wal')).filter((name) => name.endsWith('.history')));
      await withRestored(into, (url) => record.expectAsAt(url, instant));
    }
    // No two restores write the same: whichever is gone on with, its archive is its own.
    expect(timelines).toHaveLength(INSTANTS + 1);
    expect(new Set(timelines).size).toBe(INSTANTS + 1);
    await record.send();
    expect((await restoreAt(Date.now() - 86_400_000)).output).toMatch(
      /^1 Not restored: there is no archive of .+; it has .+ to /su,
    );
    expect((await restoreAt(Date.now() + 86_400_000)).output).toMatch(/^1 Not restored: .+ lies ahead/su);
    expect((await archive()).spans).toHaveLength(1);
    expect(await openAlerts()).toEqual([]);
  },
  STEP_TIMEOUT_MS,
);

test(
  'who was erased stays erased, a revoked token stays revoked, and nobody is signed in',
  async () => {
    await call('POST', '/users', {
      email: 'gone@picket.example',
      displayName: 'Gone',
      permissions: [{ role: 'VIEWER', location: null }],
    });
    const { items } = await call<ResponseOf<'GET /users'>>('GET', '/users');
    const person = items.find(({ email }) => email === 'gone@picket.example');
    const token = await call<{ guid: string }>('POST', '/api-tokens', {
      name: 'Gone too',
      permissions: [{ role: 'VIEWER' }],
      days: 1,
    });
    await record.send();
    const instant = Date.now();
    await record.send();
    await call('DELETE', `/users/${person?.guid}`);
    await call('DELETE', `/api-tokens/${token.guid}`);
    const { into, output } = await restoreAt(instant);
    expect(output).toMatch(/Erased again, as it was since then: 1 users, 1 API tokens, 0 clips\./u);
    await withRestored(into, async (url) => {
      const left = `SELECT (SELECT count(*) FROM user_account WHERE guid = '${person?.guid}')::int AS users,
        (SELECT count(*) FROM api_token)::int AS tokens, (SELECT count(*) FROM session)::int AS sessions`;
      expect(await query(url, left)).toEqual([{ users: 0, tokens: 0, sessions: 0 }]);
    });
  },
  STEP_TIMEOUT_MS,
);

test(
  'with the data folder lost but for its keys and passwords, the archive is restored; without its keys it is refused',
  async () => {
    await record.send();
    const instant = Date.now();
    await record.send();
    await switchWal();
    await poll(countWaiting).toBe(0);
    const lost = join(folder, 'lost');
    mkdirSync(lost);
    copyFileSync(join(folder, 'postgres.json'), join(lost, 'postgres.json'));
    expect((await restoreFrom(lost, instant)).output).toMatch(/^1 Not restored: .+keys\.json is missing: /su);
    expect(readdirSync(lost)).toEqual(['postgres.json']);
    copyFileSync(join(folder, 'keys.json'), join(lost, 'keys.json'));
    const { into, output } = await restoreFrom(lost, instant);
    expect(output).toMatch(/^0 /u);
    await withRestored(into, (url) => record.expectAsAt(url, instant));
  },
  STEP_TIMEOUT_MS,
);

test(
  'a changed file of the archive is not restored from',
  async () => {
    const [cluster = ''] = readdirSync(join(backups(), 'archive'));
    const wal = join(backups(), 'archive', cluster, 'wal');
    const instant = Date.now();
    await record.send();
    await switchWal();
    await poll(countWaiting).toBe(0);
    // Behind them stand the histories of timelines that earlier restores began.
    const segments = readdirSync(wal).filter((name) => !name.includes('.history'));
    const victim = join(wal, segments.sort().at(-1) ?? '');
    const good = readFileSync(victim);
    const changed = Buffer.from(good);
    changed[100] = (changed[100] ?? 0) ^ 1;
    writeFileSync(victim, changed);
    expect((await restoreAt(instant)).output).toMatch(/^1 .*Not restored: /su);
    writeFileSync(victim, good);
    expect((await restoreAt(instant)).output).toMatch(/^0 /u);
  },
  STEP_TIMEOUT_MS,
);

test(
  'an archive that cannot be written is an alert; pg_wal stays small; once it can be written again a base backup ends it',
  async () => {
    const [cluster = ''] = readdirSync(join(backups(), 'archive'));
    const wal = join(backups(), 'archive', cluster, 'wal');
    renameSync(wal, `${wal}.away`);
    await switchWal();
    await poll(openAlerts).toEqual([expect.stringMatching(/^Archiving of the database fails since /u)]);
    renameSync(`${wal}.away`, wal);
    await poll(openAlerts).toEqual([]);
    await record.send();
    const between = Date.now();
    await record.send();
    await switchWal();
    await poll(countWaiting).toBe(0);

    renameSync(wal, `${wal}.away`);
    for (let turn = 0; turn < 3 * MAX_WAITING; turn++) await switchWal();
    await poll(async () => (await countWaiting()) <= MAX_WAITING).toBe(true);
    renameSync(`${wal}.away`, wal);
    await poll(openAlerts).toEqual([expect.stringMatching(/^The archive of the database lacks changes from /u)]);
    // What came before is still there.
    const { into, output } = await restoreAt(between);
    expect(output).toMatch(/^0 /u);
    await withRestored(into, (url) => record.expectAsAt(url, between));
    // The job makes the base backup that ends it; a server that starts runs it at once.
    await server.stop();
    const env = { ...ADMIN, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl, PICKET_METRICS_TOKEN: METRICS_TOKEN };
    server = await startServer(postgres.url, { dataDir: folder, env, port: server.port });
    await poll(openAlerts).toEqual([]);
    expect((await archive()).bases).toBe(2);
    await record.send();
    const after = Date.now();
    await record.send();
    const again = await restoreAt(after);
    expect(again.output).toMatch(/^0 /u);
    await withRestored(again.into, (url) => record.expectAsAt(url, after));
  },
  STEP_TIMEOUT_MS,
);
