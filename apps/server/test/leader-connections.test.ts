/** The connections that hold the locks of work that one server process does for all. */
import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { acquireAdvisoryLock } from '../src/platform/db/advisory-lock.ts';
import { picketForTest } from './harness.ts';

test('Postgres finds out within half a minute that the machine of a leader is gone', async () => {
  const { platform } = await picketForTest();
  const clients: ClientBase[] = [];
  const { connectionString } = platform.db;
  const admit = async (client: ClientBase): Promise<void> => {
    clients.push(client);
    await platform.db.admit(client);
  };
  const lock = await acquireAdvisoryLock({ connectionString, admit }, 'picket test of a lost machine');
  const settings = await clients[0]?.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name LIKE 'tcp_keepalives%' OR name = 'tcp_user_timeout' ORDER BY name`,
  );
  expect(settings?.rows.map(({ name, setting }) => [name, setting])).toEqual([
    ['tcp_keepalives_count', '3'],
    ['tcp_keepalives_idle', '10'],
    ['tcp_keepalives_interval', '5'],
    ['tcp_user_timeout', '30000'],
  ]);
  expect(await lock?.isStillHeld()).toBe(true);
  await lock?.release();
});
