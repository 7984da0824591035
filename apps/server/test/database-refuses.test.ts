/**
 * A database that refuses the server, or withholds a privilege: no request is at fault, so every one gets a 503 with
 * Retry-After, no report is dropped, and the server recovers by itself.
 */

import { join } from 'node:path';
import { encodePassword } from '@picket/contracts/client';
import { telemetryTopic } from '@picket/contracts/telemetry';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { handleMqttMessage } from '../src/capabilities/ingest/mqtt/handle-mqtt-message.ts';
import { isUnreachable } from '../src/platform/db/database.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { type Device, openPicket, PASSWORD, type Picket } from './harness.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations');

let database: TestDatabase;
let picket: Picket;
let device: Device;
/** Of the superuser, in another database than the server's. */
let superuser: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepareDatabase({ serving: database.servingUrl, owner: database.ownerUrl }, MIGRATIONS);
  picket = await openPicket({ databaseUrl: database.servingUrl });
  device = await picket.addDevice(await picket.addLocation());
  superuser = new pg.Client({ connectionString: Object.assign(new URL(database.url), { pathname: '/postgres' }).href });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await picket.close();
  await database.drop();
});

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
}

/** What people and a sentry are answered, each with the seconds after which to come back. */
async function answers(): Promise<readonly string[]> {
  const username = 'admin@picket.example';
  const all = await Promise.all([
    picket.call('POST', '/auth/login', { body: { username, password: encodePassword(PASSWORD) } }),
    picket.call('GET', '/views/locations', { as: picket.admin }),
    picket.send(device, 'environment_temperature', 20),
  ]);
  return all.map(({ status, headers }) => `${status} ${headers['retry-after'] ?? ''}`.trim());
}

test('while the database is unreachable, every request gets a 503 with Retry-After', async () => {
  const name = new URL(database.url).pathname.slice(1);
  expect(await answers()).toEqual(['200', '200', '200']);
  await superuser.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
  await superuser.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]);
  await superuser.query(`ALTER DATABASE "${name}" RENAME TO "${name}_away"`);
  try {
    // Those that ask first may find out only now that their connections are gone.
    await answers();
    expect(await answers()).toEqual(['503 2', '503 2', '503 2']);
  } finally {
    await superuser.query(`ALTER DATABASE "${name}_away" RENAME TO "${name}"`);
    await superuser.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`);
  }
  expect(await answers()).toEqual(['200', '200', '200']);
});

test.each(['28P01', '28000', '3D000', '57P04', '25P03', 'P1000', 'P1003', 'P1010'])(
  'a database that answers %s cannot be asked',
  (code) => {
    expect(isUnreachable(Object.assign(new Error('refused'), { code }))).toBe(true);
  },
);

test.each(['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EHOSTDOWN', 'EMFILE'])(
  'a database that is not found or reached because of %s cannot be asked',
  (code) => {
    expect(isUnreachable(new Error('no connection', { cause: Object.assign(new Error(code), { code }) }))).toBe(true);
  },
);

test('a request that is still running when a server has closed its connections may be repeated', async () => {
  const pool = new pg.Pool();
  await pool.end();
  const error: unknown = await pool.query('SELECT 1').catch((failure: unknown) => failure);
  expect(isUnreachable(error)).toBe(true);
});

test('a report that the server has no right to store is not given up', async () => {
  await asOwner('REVOKE INSERT ON reading FROM picket');
  try {
    expect(await picket.send(device, 'environment_temperature', 21)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
    });
    // Over MQTT it stays with the broker, however often it was tried.
    const at = formatInstant(picket.clock.now());
    const readings = [{ sensorMetricId: 'environment_temperature', at, values: { value: 22 } }];
    const payload = Buffer.from(JSON.stringify({ token: device.token, sentAt: at, readings }));
    const { pipeline } = picket.server;
    const isLastAttempt = true;
    const message = { topic: telemetryTopic(device.sentry), payload };
    await expect(
      handleMqttMessage(picket.platform, pipeline, pipeline.sentryOf, message, isLastAttempt),
    ).rejects.toThrow('permission denied');
  } finally {
    await asOwner('GRANT INSERT ON reading TO picket');
  }
  picket.clock.pass(1);
  expect(await answers()).toEqual(['200', '200', '200']);
});
