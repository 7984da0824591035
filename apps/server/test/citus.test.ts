/**
 * Picket on Citus (decision 92). Where PICKET_TEST_CITUS_URL names an empty database on the coordinator of a cluster with workers, it is
 * migrated and distributed, every statement runs on it once, and Picket does what it is for. Without, what needs no cluster is tested.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireStopped } from '../../../apps/cli/src/distribution/distribute-database.ts';
import { removeObstacles } from '../../../apps/cli/src/distribution/distribution-store.ts';
import { placementOfTable } from '../../../apps/cli/src/distribution/table-placements.ts';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { openReceiver, type Receiver } from '../../../tests/support/receivers.ts';
import { startServer } from '../../../tests/support/server-process.ts';
import { REFUSED_ON_PURPOSE } from '../../../tools/statements/citus-exceptions.ts';
import { findServerStatements } from '../../../tools/statements/find-statements.ts';
import { listRefused } from '../../../tools/statements/refused-by-citus.ts';
import { productTables } from '../../../tools/statements/table-schema.ts';
import { OWNED_TABLES } from '../src/capabilities/operations/tenant-data-store.ts';
import { openClient } from '../src/platform/db/database-connections.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { type Device, type Method, openPicket, type Picket, type Session } from './harness.ts';
import { fillWithEverything } from './lived-in-picket.ts';

const DAY = 86_400;
/** After what is stored before. */
const NOW = Date.UTC(2026, 2, 12, 10);
const url = process.env.PICKET_TEST_CITUS_URL ?? '';
if (url === '')
  process.stdout.write('Citus is not tested: PICKET_TEST_CITUS_URL names no empty database of a cluster.\n');

test('every table has its place in a distributed database', () => {
  const places = [...productTables().values()].map(({ name, columns }) => ({
    name,
    place: placementOfTable(name, columns.get('tenant_guid')?.isOptional === false),
  }));
  expect(places.filter(({ place }) => place === 'unknown')).toEqual([]);
  expect(places.filter(({ place }) => place === 'copied').map(({ name }) => name)).toEqual(['tenant']);
  expect(places.filter(({ place }) => place === 'by organization').length).toBeGreaterThan(70);
});

test('nothing is distributed while a server is connected: what it stores could break the keys that are away', async () => {
  const database = await createTestDatabase();
  const [own, serving] = [openClient(database.url, 'script'), openClient(database.url, 'ingest')];
  try {
    await own.connect();
    await requireStopped(own, 0);
    await serving.connect();
    await expect(requireStopped(own, 0)).rejects.toThrow('(picket ingest): stop all servers');
    const waiting = requireStopped(own, 60_000);
    await serving.end();
    await waiting;
  } finally {
    await Promise.all([own.end(), serving.end()]);
    await database.drop();
  }
});

test('the serving role cannot change what is made again in the name of the owner', async () => {
  const database = await createTestDatabase();
  const [owner, serving] = [openClient(database.ownerUrl, 'script'), openClient(database.servingUrl, 'script')];
  try {
    await owner.connect();
    await serving.connect();
    await prepareDatabase({ serving: database.servingUrl, owner: database.ownerUrl }, MIGRATIONS);
    await removeObstacles(owner, [], []);
    const added = serving.query(`INSERT INTO picket_distribution (remake) VALUES ('DROP TABLE tenant')`);
    await expect(added).rejects.toThrow('permission denied for table picket_distribution');
  } finally {
    await Promise.all([owner.end(), serving.end()]);
    await database.drop();
  }
});

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const PICKET = fileURLToPath(new URL('../../cli/src/picket.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'picket-citus-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function distribute(): string {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PICKET, 'distribute', '--shards', '8'],
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url, PICKET_DATA_DIR: folder },
    },
  );
  if (status !== 0) throw new Error(stderr);
  return stderr.trim().split('\n').at(-1) ?? '';
}

describe.runIf(url !== '')('on a cluster', () => {
  const client = new pg.Client({ connectionString: url });
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  /** Rows of each table, and the sum of all readings in packed days. */
  async function countAll(): Promise<Record<string, unknown>> {
    const counts: Record<string, unknown> = {};
    for (const name of productTables().keys()) {
      const { rows } = await client.query(`SELECT count(*)::int AS count FROM "${name}"`);
      counts[name] = rows[0]?.count;
    }
    const { rows } = await client.query(
      `SELECT sum(count)::int AS readings, count(DISTINCT data)::int AS chunks FROM reading_chunk`,
    );
    return { ...counts, ...rows[0] };
  }

  test('a database with everything in it is distributed, and has what it had; a second time there is nothing to do', async () => {
    await prepareDatabase({ serving: url, owner: null }, MIGRATIONS);
    const before = await openPicket({ databaseUrl: url, dataDir: folder });
    await fillWithEverything(before);
    await before.close();
    const counts = await countAll();
    expect(counts).toMatchObject({ readings: expect.any(Number), tenant: 2 });
    expect(distribute()).toMatch(/^Distributed over \d+ nodes: \d+ tables\.$/u);
    expect(distribute()).toBe('Everything is distributed already.');
    expect(await countAll()).toEqual(counts);
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type = 'distributed' AND distribution_column <> 'tenant_guid'`,
    );
    expect(rows).toEqual([]);
  });

  test('it takes every statement, but those that are listed', async () => {
    const { refused, count } = await listRefused(client, findServerStatements().statements);
    // Some take a lock of the session, which a rollback keeps.
    await client.query('SELECT pg_advisory_unlock_all()');
    console.info(`statements on Citus: ${count}, refused: ${refused.length}`);
    for (const { where, message } of refused) console.info(`  ${where}: ${message}`);
    const listed = REFUSED_ON_PURPOSE.map(({ where }) => where);
    expect(refused.filter(({ where }) => !listed.includes(where))).toEqual([]);
    expect(listed.filter((one) => !refused.some(({ where }) => where === one))).toEqual([]);
  });

  describe('Picket', () => {
    let picket: Picket;
    let receiver: Receiver;
    let acme: { tenant: string; admin: Session };
    let location: string;
    let device: Device;
    const failed: string[] = [];
    const logged: string[] = [];

    /** A request that may not fail; those that do are counted. */
    async function ask<Body = unknown>(method: Method, path: string, as: Session | Device, body?: unknown) {
      const answer = await picket.call<Body>(method, path, { as, ...(body === undefined ? {} : { body }) });
      if (answer.status >= 500) failed.push(`${answer.status} ${method} ${path}`);
      return answer;
    }

    async function pass(seconds: number): Promise<void> {
      for (let left = seconds; left > 0; left -= 30) {
        picket.clock.pass(30);
        await picket.heartbeat();
        await picket.tick();
        await picket.releaseMutedAlerts();
        await picket.notify();
      }
    }

    beforeAll(async () => {
      receiver = await openReceiver();
      picket = await openPicket({
        databaseUrl: url,
        dataDir: folder,
        now: NOW,
        environment: { PICKET_PUBLIC_URL: 'https://picket.example', PICKET_LOG_LEVEL: 'warn' },
        logTo: { write: (line) => logged.push(line) },
      });
      acme = await picket.addTenant('Acme');
    });
    afterAll(async () => {
      console.info(
        logged
          .filter((line) => /"level":"?(?:error|fatal|50|60)/u.test(line))
          .map((line) => line.slice(0, 3000))
          .join('\n'),
      );
      await receiver?.close();
      await picket?.close();
    });

    test('a location, a sentry and its reports', async () => {
      location = await picket.addLocation('Cold store', acme.admin);
      device = await picket.addDevice(location, { reportIntervalSeconds: 30 }, acme.admin);
      const readings = Array.from({ length: 60 }, (_, minute) => ({
        sensorMetricId: 'environment_temperature',
        at: formatInstant(picket.clock.now() - (60 - minute) * 60_000),
        values: { value: 20 + minute / 100 },
      }));
      expect((await picket.report(device, readings)).status).toBe(200);
    });

    test('an alert is raised and cleared, and a webhook is notified', async () => {
      const { hostname: host, port } = new URL(receiver.url);
      await picket.platform.db.prisma.outboundDestination.create({
        data: {
          ...{ tenantGuid: acme.tenant, guid: crypto.randomUUID(), host, port: Number(port), forEveryone: false },
          ...{ createdByName: 'the test', createdAt: new Date(picket.clock.now()) },
        },
      });
      const destination: BodyOf<'POST /destinations'> = {
        kind: 'WEBHOOK',
        name: 'Tickets',
        settings: { url: `${receiver.url}/alerts`, headers: [] },
      };
      expect((await ask('POST', '/destinations', acme.admin, destination)).status).toBe(201);
      for (const value of [22, 33, 34]) {
        await picket.send(device, 'environment_temperature', value);
        await pass(30);
      }
      expect(await picket.alerts('&state=OPEN', acme.admin)).toHaveLength(1);
      for (const value of [20, 20, 20, 20]) {
        await picket.send(device, 'environment_temperature', value);
        await pass(60);
      }
      await pass(900);
      const types = receiver.accepted.map(({ body }) => JSON.parse(body.toString()).type);
      expect(types.slice(0, 2)).toEqual(['alert.raised', 'alert.cleared']);
    });

    test('screens, history and exports', async () => {
      const day = `from=${formatInstant(picket.clock.now() - DAY * 1000)}&to=${formatInstant(picket.clock.now())}`;
      for (const path of [
        '/views/locations',
        `/views/locations/${location}`,
        `/views/locations/${location}/setup`,
        `/views/locations/${location}/calendar?month=2026-03`,
        `/views/locations/${location}/activity?sensorMetricId=environment_temperature`,
        '/views/alerts',
        '/views/policies',
        '/views/get-started',
        '/views/search?q=Cold',
        `/locations/${location}/latest`,
        `/locations/${location}/telemetry?${day}&points=100`,
        `/locations/${location}/telemetry/export?${day}`,
        '/alerts/export',
        '/tenant/export',
      ]) {
        const { status, body } = await ask('GET', path, acme.admin);
        expect([path, status, status === 200 ? '' : body]).toEqual([path, 200, '']);
      }
      const [alert] = await picket.alerts('', acme.admin);
      const { status } = await ask('GET', `/views/alerts/${alert?.guid}`, acme.admin);
      expect(status).toBe(200);
    });

    test('a day that is over is packed, and read as before', async () => {
      picket.clock.pass(2 * DAY);
      expect((await picket.pack()).days).toBeGreaterThan(0);
      const { rows } = await client.query('SELECT 1 FROM reading_chunk');
      expect(rows.length).toBeGreaterThan(0);
      acme = { ...acme, admin: await picket.signIn('admin@acme.example') };
      const span = `from=2026-03-12T00:00:00Z&to=2026-03-13T00:00:00Z`;
      const { body } = await ask<ResponseOf<'GET /locations/{guid}/telemetry'>>(
        'GET',
        `/locations/${location}/telemetry?${span}&points=100`,
        acme.admin,
      );
      const count = body.series.flatMap(({ points }) => points).reduce((sum, point) => sum + point.count, 0);
      expect(count).toBeGreaterThanOrEqual(60);
    });

    test('an organization is deleted, and nothing of it is left', async () => {
      picket.admin = await picket.signIn('admin@picket.example');
      await ask('PATCH', `/tenants/${acme.tenant}`, picket.admin, { suspended: true });
      expect((await ask('DELETE', `/tenants/${acme.tenant}`, picket.admin)).status).toBe(204);
      for (const { name, where } of OWNED_TABLES) {
        const { rows } = await client.query(`SELECT 1 FROM "${name}" t WHERE ${where}`, [acme.tenant]);
        expect([name, rows.length]).toEqual([name, 0]);
      }
    });

    test('nothing failed', () => {
      const errors = logged
        .filter((line) => /"level":"?(?:error|fatal|50|60)/u.test(line))
        .map((line) => line.slice(0, 500));
      expect({ failed, errors }).toEqual({ failed: [], errors: [] });
    });
  });

  test('the server runs its jobs on it without an error', async () => {
    const logged: string[] = [];
    const server = await startServer(url, {
      dataDir: folder,
      env: { PICKET_UNSAFE_DATABASE: 'true', PICKET_LOG_LEVEL: 'error' },
      onLog: (text) => logged.push(text),
    });
    const lastUp = async (): Promise<number> => {
      const { rows } = await client.query<{ at: Date }>('SELECT max(last_heartbeat_at) AS at FROM platform_uptime');
      return rows[0]?.at.getTime() ?? 0;
    };
    // Stored every ten seconds: by then most jobs have run several times.
    await expect.poll(lastUp).toBeGreaterThan(Date.now() + 10_000);
    const health = await fetch(`${server.base}/api/v1/health`);
    await server.stop();
    expect([health.ok, logged]).toEqual([true, []]);
  });

  test('a later version adds a column, an index and a table', async () => {
    await client.query('ALTER TABLE location ADD COLUMN later integer NOT NULL DEFAULT 0');
    await client.query('CREATE INDEX CONCURRENTLY location_later ON location (tenant_guid, later)');
    await client.query(
      `CREATE TABLE later (tenant_guid uuid NOT NULL REFERENCES tenant (guid) ON DELETE CASCADE, guid uuid, PRIMARY KEY (tenant_guid, guid))`,
    );
    expect(distribute()).toMatch(/: 1 table\.$/u);
    const { rows } = await client.query(
      `SELECT citus_table_type::text AS type FROM citus_tables WHERE table_name = 'later'::regclass`,
    );
    expect(rows).toEqual([{ type: 'distributed' }]);
  });
});
