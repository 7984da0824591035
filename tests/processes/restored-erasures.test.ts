/** A backup that is restored: what was erased or revoked on purpose since it was made stays erased, and nobody is signed in. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';
import { ROOT, startServer } from '../support/server-process.ts';

async function openDatabase(template?: string): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  onTestFinished(() => database.drop());
  return database;
}

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-erased-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const LEFT = `SELECT (SELECT count(*) FROM user_account WHERE guid = $1)::int AS users, (SELECT count(*) FROM api_token)::int AS tokens,
  (SELECT count(*) FROM session)::int AS sessions, (SELECT count(*) FROM sentry)::int AS sentries,
  (SELECT suspended FROM tenant WHERE name = 'Gone as well') AS suspended`;

/** An installation whose user, API token and organization were deleted since its backup. */
async function makeErased() {
  const database = await openDatabase();
  const dataDir = openFolder();
  const env = { PICKET_BACKUP_DIR: openFolder() };
  const server = await startServer(database.url, { dataDir, env: { ...ADMIN, ...env } });
  const { cookie } = await newDevice(server.base, join(dataDir, 'sentry'));
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${server.base}/api/v1${path}`, { method, headers, ...sent });
    expect(answer.ok, `${method} ${path} ${answer.status}`).toBe(true);
    return (answer.status === 204 ? null : await answer.json()) as Body;
  };
  const email = 'gone@picket.example';
  const permissions = [{ role: 'VIEWER', location: null }];
  await call('POST', '/users', { email, displayName: 'Gone', permissions });
  const { items } = await call<ResponseOf<'GET /users'>>('GET', '/users');
  const person = items.find((user) => user.email === email)?.guid;
  const token = { name: 'Gone too', permissions: [{ role: 'VIEWER' }], days: 1 };
  const { guid } = await call<{ guid: string }>('POST', '/api-tokens', token);
  const administrator = 'admin@gone.example';
  const { tenant } = await call<ResponseOf<'POST /tenants'>>('POST', '/tenants', {
    name: 'Gone as well',
    administrator,
  });
  await call('POST', '/backups');
  await vi.waitUntil(
    async () => (await call<ResponseOf<'GET /operations'>>('GET', '/operations')).backups.items.length === 1,
    { timeout: 120_000, interval: 200 },
  );
  await call('DELETE', `/users/${person}`);
  await call('DELETE', `/api-tokens/${guid}`);
  await call('PATCH', `/tenants/${tenant.guid}`, { suspended: true });
  await call('DELETE', `/tenants/${tenant.guid}`);
  await server.stop();
  return { dataDir, env, person };
}

/** Restores it into an empty database; returns how the command ended, and what the database has then. */
async function restore({ dataDir, env, person }: Awaited<ReturnType<typeof makeErased>>) {
  const restored = await openDatabase('template0');
  const program = join(ROOT, 'apps/cli/src/picket.ts');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, 'restore'],
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: restored.url, PICKET_DATA_DIR: dataDir, ...env },
    },
  );
  const client = new pg.Client({ connectionString: restored.url });
  await client.connect();
  const { rows } = await client.query(LEFT, [person]).finally(() => client.end());
  return { status, stderr, left: rows[0] };
}

const ERASED = { users: 0, tokens: 0, sessions: 0, sentries: 1, suspended: true };

test('a user who was deleted and a token that was revoked since do not come back, an organization is suspended, and sessions are ended', async () => {
  const { status, stderr, left } = await restore(await makeErased());
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(/\b[1-9]\d* sessions? (?:was|were) ended/u);
  expect(left).toEqual(ERASED);
  expect(stderr).toMatch(/Erased again, as it was since then: 1 users, 1 API tokens, 0 clips\./u);
  expect(stderr).toContain('Gone as well was deleted since then and is suspended: delete it again, or reactivate it.');
});

test('where clips cannot be copied, it is erased all the same, and the command says what was restored', async () => {
  const erased = await makeErased();
  // In place of the folder with the copies of held clips.
  writeFileSync(join(erased.env.PICKET_BACKUP_DIR, 'clips'), '');
  const { status, stderr, left } = await restore(erased);
  expect(status).toBe(1);
  expect(left).toEqual(ERASED);
  expect(stderr).toMatch(
    /The database was restored, but not all of it is done: Error: [^\n]+\n {2}clips that a hold keeps may be missing in the store\nTo bring them back, restore once more, into an empty database\.\n$/u,
  );
});
