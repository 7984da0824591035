/** Where row-level security is in force, and why not where it is not: what a start logs, the metric, and the page of operations. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { createDatabaseWithoutRoles } from '../../../tests/support/database-without-roles.ts';
import { prepareData } from '../src/app/prepare-data.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { MigrationError } from '../src/platform/db/migrations.ts';
import { modeForWorkers, workerRoleOf } from '../src/platform/db/row-security.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openPicket, type Picket, type PicketOptions, picketForTest } from './harness.ts';
import { plantPlacement } from './planted-placement.ts';
import { MIGRATIONS, withClient } from './secured-rows.ts';

const NOT_IN_FORCE = 'row-level security is not in force: see docs/operations.md';

/** The metric, and what the page of operations says. */
async function shownBy(picket: Picket): Promise<readonly [string | undefined, string]> {
  const metrics = await picket.server.app.inject({
    method: 'GET',
    url: '/internal/metrics',
    remoteAddress: '127.0.0.1',
  });
  const { body } = await picket.call<ResponseOf<'GET /operations'>>('GET', '/operations', { as: picket.admin });
  return [/^picket_row_security (\d)$/mu.exec(metrics.body)?.[1], body.rowSecurity];
}

async function withoutRoles() {
  const database = await createDatabaseWithoutRoles();
  onTestFinished(() => database.drop());
  return database;
}

/** Prepares the database as a start does; returns what is logged, and the settings to serve with. */
async function start(serving: string, owner: string, rowSecurity: 'auto' | 'on' | 'off') {
  const lines: string[] = [];
  const config = readConfig({ DATABASE_URL: serving, PICKET_ROW_SECURITY: rowSecurity });
  const log = createLog('warn', { write: (line) => lines.push(line) });
  const decided = await prepareData({ config, log }, { owner, migrations: MIGRATIONS });
  const logged = lines.map((line): { msg: string; reason: string } => JSON.parse(line));
  return { decided, logged };
}

async function openHere(options: PicketOptions): Promise<Picket> {
  const picket = await openPicket(options);
  onTestFinished(() => picket.close());
  await picket.platform.db.readPlacement();
  return picket;
}

test('it is in force where its roles are, and off where it is turned off', async () => {
  expect(await shownBy(await picketForTest())).toEqual(['1', 'IN_FORCE']);
  expect(await shownBy(await picketForTest({ environment: { PICKET_ROW_SECURITY: 'off' } }))).toEqual(['0', 'OFF']);
});

test('with auto and without its roles a start logs which are missing, and the server says so while it works', async () => {
  const { ownerUrl, servingUrl, role } = await withoutRoles();
  const { decided, logged } = await start(servingUrl, ownerUrl, 'auto');
  expect(logged).toEqual([
    expect.objectContaining({
      msg: NOT_IN_FORCE,
      reason: expect.stringContaining(`a superuser has to make: CREATE ROLE "${role}_tenant" NOLOGIN;`),
    }),
  ]);
  expect(decided.tenantRole).toBeNull();
  const picket = await openHere({ databaseUrl: servingUrl });
  expect(await shownBy(picket)).toEqual(['0', 'NO_ROLES']);
  await picket.addLocation('Cold store');
});

test('without its roles a start that requires it fails, and one that turned it off logs nothing', async () => {
  const { ownerUrl, servingUrl } = await withoutRoles();
  await expect(start(servingUrl, ownerUrl, 'on')).rejects.toThrow(MigrationError);
  expect(await start(servingUrl, ownerUrl, 'off')).toMatchObject({ decided: { tenantRole: null }, logged: [] });
});

test('a distributed database refuses it', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await withClient(database.url, async (client) => {
    await plantPlacement(client);
    // Citus takes tables without policies alone.
    await client.query('ALTER TABLE alert DISABLE ROW LEVEL SECURITY');
  });
  const { decided, logged } = await start(database.servingUrl, database.ownerUrl, 'auto');
  expect(logged).toEqual([
    expect.objectContaining({ msg: NOT_IN_FORCE, reason: expect.stringContaining('Citus distributes') }),
  ]);
  expect(decided.tenantRole).toBeNull();
  expect(await shownBy(await openHere({ databaseUrl: database.servingUrl }))).toEqual(['0', 'DISTRIBUTED']);
});

test.each([
  ['auto', 'picket_tenant', 'picket_tenant'],
  ['auto', null, null],
  ['on', 'picket_tenant', 'picket_tenant'],
  ['off', null, null],
] as const)('workers do as the first process decided: %s with %s', (rowSecurity, decided, role) => {
  const mode = modeForWorkers({ rowSecurity, tenantRole: decided });
  const { rowSecurity: read, tenantRole } = readConfig({
    DATABASE_URL: 'postgres://picket@localhost/picket',
    PICKET_ROW_SECURITY: mode,
  });
  expect(workerRoleOf({ rowSecurity: read, tenantRole })).toBe(role);
  // The reason stays known: what is off was turned off.
  expect(read === 'off').toBe(rowSecurity === 'off');
});
