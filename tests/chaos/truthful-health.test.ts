/**
 * Health says what a report would find: a right that was taken away, a damaged page of today's partition. It says so within
 * ten seconds, tells operators why, and is well again by itself. tests/chaos/full-disk.test.ts and tests/chaos/wrong-database.test.ts
 * have the others.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { fetchHealth, METRICS_TOKEN } from '../support/fetch-health.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const WITHIN = { timeout: 10_000, interval: 200 };

let folder: string;
let postgres: EmbeddedPostgres;
let server: RunningServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'picket-health-'));
  postgres = await startPostgres(folder);
  server = await startServer(postgres.url, {
    env: { ...ADMIN, PICKET_METRICS_TOKEN: METRICS_TOKEN, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl },
  });
});
afterAll(async () => {
  await server.stop();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const health = () => fetchHealth(server.base);

async function asAdmin<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.adminUrl.replace(/\/postgres$/u, '/picket') });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** What the serving role may do with a table that it only appends to. */
const APPENDED = ['audit_entry'];

test.for([
  ...['reading', 'monitor_state', 'alert', 'alert_step', 'delivery', 'live_event', 'series', 'message', 'frame'],
  ...['alert_reading', 'monitor_checkpoint', 'policy_fingerprint', 'platform_uptime', ...APPENDED],
])('the right to write %s is taken away', async (table) => {
  await asAdmin(`REVOKE INSERT, UPDATE ON ${table} FROM picket`);
  await expect.poll(health, WITHIN).toMatchObject({ status: 503 });
  const { body, cause, metrics } = await health();
  // Strangers learn nothing of it.
  expect(Object.keys(body).sort()).toEqual(['code', 'message', 'requestId']);
  expect(body.code).toBe('busy');
  expect(cause).toMatch(/permission denied/u);
  expect(cause).toContain(table);
  expect(metrics).toContain('picket_healthy 0');
  // The step alone: the words of an error would make a series each.
  expect(metrics).toMatch(/^picket_health_failing\{step="[^"]+"\} 1$/mu);
  expect(metrics).not.toContain('permission denied');
  await asAdmin(`GRANT INSERT${APPENDED.includes(table) ? '' : ', UPDATE'} ON ${table} TO picket`);
  await expect.poll(health, WITHIN).toMatchObject({ status: 204 });
  expect((await health()).metrics).toContain('picket_healthy 1');
});

/** Turns bits of every page of a relation over, while Postgres is stopped; answers the call that turns them back. */
async function damage(relation: string): Promise<() => void> {
  const [row] = await asAdmin<{ path: string }>(`SELECT pg_relation_filepath('${relation}') AS path`);
  const file = join(folder, 'postgres', row?.path ?? '');
  await asAdmin('CHECKPOINT');
  postgres.stop();
  const flip = (): void => {
    const handle = openSync(file, 'r+');
    const part = Buffer.alloc(64);
    for (let at = 4096; at < statSync(file).size; at += 8192) {
      readSync(handle, part, 0, part.length, at);
      writeSync(
        handle,
        part.map((byte) => byte ^ 0xff),
        0,
        part.length,
        at,
      );
    }
    closeSync(handle);
  };
  flip();
  postgres = await startPostgres(folder, postgres.port);
  return flip;
}

test.for(['heap', 'index'])("a page of today's %s is damaged", async (kind) => {
  const device = mkdtempSync(join(tmpdir(), 'picket-health-device-'));
  const { device: sentry } = await newDevice(server.base, device, `Room with a damaged ${kind}`);
  const at = Date.now();
  const readings = Array.from({ length: 500 }, (_, place) => ({
    sensorMetricId: 'environment_temperature',
    at: at - place,
    values: { value: 20 },
  }));
  expect((await sentry.report(readings, false)).accepted).toBe(500);
  const today = `reading_${formatInstant(at).slice(0, 10).replaceAll('-', '_')}`;
  const repair = await damage(kind === 'heap' ? today : `${today}_pkey`);
  await expect.poll(async () => (await health()).cause, WITHIN).toMatch(/^stored data is damaged: .*(page|block)/u);
  expect((await health()).status).toBe(503);
  await expect(sentry.report([{ ...readings[0], at: at + 1 } as (typeof readings)[number]], false)).rejects.toThrow();
  repair();
  await expect.poll(async () => (await sentry.report(readings, false).catch(() => null))?.duplicates, WITHIN).toBe(500);
  await expect.poll(health, WITHIN).toMatchObject({ status: 204 });
  rmSync(device, { recursive: true, force: true });
});

test('the database is gone, and comes back', async () => {
  postgres.stop();
  await expect.poll(health, WITHIN).toMatchObject({ status: 503, cause: expect.stringContaining('cannot be reached') });
  postgres = await startPostgres(folder, postgres.port);
  await expect.poll(health, WITHIN).toMatchObject({ status: 204 });
});

test('health checks leave nothing behind', async () => {
  const count = async (): Promise<unknown> =>
    asAdmin(
      `SELECT (SELECT count(*) FROM tenant) AS tenants, (SELECT count(*) FROM sentry) AS sentries,
              (SELECT count(*) FROM alert) AS alerts, (SELECT count(*) FROM delivery) AS deliveries,
              (SELECT count(*) FROM reading WHERE series_id < 0) AS readings, (SELECT count(*) FROM monitor_state) AS states`,
    );
  const before = await count();
  for (let turn = 0; turn < 300; turn++) expect((await fetch(`${server.base}/api/v1/health`)).status).toBe(204);
  expect(await count()).toEqual(before);
});
