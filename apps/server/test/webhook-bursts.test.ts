/** Many messages at one webhook: they wait for one another, and for nothing that others need. */
import { expect, test } from 'vitest';
import { WebhookWorld } from './webhook-world.ts';

const REPORT = { device: 'cellar-1', values: { temperature: 21.4 } };

test('messages that wait for their webhook leave connections to those who sign in', async () => {
  const world = await WebhookWorld.open({ connections: 4 });
  const { picket } = world;
  const { db } = picket.platform;
  const isWaiting = async () => {
    const { rows } = await db.lookups.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
    );
    return rows.length > 0;
  };
  let sent: ReturnType<WebhookWorld['send']>[] = [];
  await db.inSqlTx(async (sql) => {
    // As another process that stores a message of the webhook.
    await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 26))::text', [world.integration.guid]);
    sent = Array.from({ length: 20 }, () => world.send(REPORT));
    await expect.poll(isWaiting).toBe(true);
    for (let turn = 0; turn < 3; turn++) {
      let status = 0;
      void picket.call('GET', '/users/my-profile', { as: picket.admin }).then((answer) => {
        status = answer.status;
      });
      await expect.poll(() => status, { timeout: 1500 }).toBe(200);
    }
  });
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
});
