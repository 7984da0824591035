/**
 * What is decided while a destination is composed for: an alert opens again, a maintenance or a snooze ends, an owner chooses
 * otherwise. The test plays the transaction that composes, and holds it open between reading and saving.
 */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { composeMessages } from '../src/capabilities/notifications/composing/compose-messages.ts';
import * as composing from '../src/capabilities/notifications/composing/composing-store.ts';
import { createDeliveryRecorder } from '../src/capabilities/notifications/deliveries/record-deliveries.ts';
import { requeueLocation } from '../src/capabilities/notifications/deliveries/requeue-store.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { choosePreferences, end, openWorld, raise, type World } from './notification-world.ts';

const HOUR = 3_600_000;

interface Watched {
  readonly world: World;
  readonly tenant: string;
  readonly alert: string;
}

async function openWatched(): Promise<Watched> {
  const world = await openWorld({ connections: 8 });
  const alert = await raise(world);
  const { tenantGuid: tenant } = await world.picket.platform.db.prisma.alert.findFirstOrThrow({
    where: { guid: alert },
  });
  return { world, tenant, alert };
}

const deliveriesOf = ({ world, alert }: Watched) =>
  world.picket.platform.db.prisma.delivery.findMany({
    where: { alertGuid: alert },
    orderBy: [{ occurrence: 'asc' }, { change: 'desc' }],
  });
const statesOf = async (watched: Watched) =>
  (await deliveriesOf(watched)).map(({ change, occurrence, state }) => `${change} ${occurrence} ${state}`);

/** Whether a statement of this database waits for a lock. */
async function isWaiting({ world }: Watched): Promise<boolean> {
  const { rows } = await world.picket.platform.db.console.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

/** Composes: reads what is open, and saves `outcome` of it once `meanwhile` is through, or waits for this transaction. */
async function composeWith(
  watched: Watched,
  outcome: Partial<composing.DeliveryOutcome>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const { world, tenant } = watched;
  const { db } = world.picket.platform;
  const now = world.picket.clock.now();
  const [row] = await deliveriesOf(watched);
  let running: Promise<unknown> = Promise.resolve();
  await db.inSqlTx(async (sql) => {
    const open = await composing.listOpenDeliveries(sql, tenant, row?.destinationGuid ?? '', now, 9);
    expect(open).toHaveLength(1);
    let isThrough = false;
    running = meanwhile().finally(() => {
      isThrough = true;
    });
    await expect.poll(async () => isThrough || (await isWaiting(watched))).toBe(true);
    const outcomes = open.map(
      ({ guid }): composing.DeliveryOutcome => ({
        ...{ guid, state: 'COMPOSED', reason: null, suppressedFor: null, message: null, dueAt: null },
        ...outcome,
      }),
    );
    await composing.saveOutcomes(sql, tenant, outcomes, now);
  });
  await running;
}

const reopen =
  ({ world: { picket }, tenant, alert }: Watched) =>
  async (sql: Sql): Promise<void> => {
    await sql.query(
      `UPDATE alert SET state = 'OPEN', cleared_at = NULL WHERE tenant_guid = $1::uuid AND guid = $2::uuid`,
      [tenant, alert],
    );
    await createDeliveryRecorder(picket.platform)(sql, [{ tenant, alert, change: 'UPDATED' }]);
  };

test('an alert that opens again while its end is composed is notified again', async () => {
  const watched = await openWatched();
  const { world } = watched;
  await world.picket.notify();
  await end(world, watched.alert);
  await composeWith(watched, { message: newGuid() }, () => world.picket.platform.db.inSqlTx(reopen(watched)));
  expect(await statesOf(watched)).toEqual(['RAISED 1 SENT', 'CLEARED 1 COMPOSED', 'RAISED 2 DUE']);
});

test('an end that is canceled is not composed', async () => {
  const watched = await openWatched();
  const { world, tenant } = watched;
  const { db } = world.picket.platform;
  await world.picket.notify();
  await end(world, watched.alert);
  await db.inSqlTx(async (sql) => {
    await reopen(watched)(sql);
    // Before that is committed nothing is composed of it, and nothing waits.
    expect(await composeMessages(world.picket.platform)).toBe(0);
  });
  await world.picket.notify();
  expect(await statesOf(watched)).toEqual(['RAISED 1 SENT', 'CLEARED 1 SKIPPED']);
  expect(world.mailbox.mails).toHaveLength(1);
  const cleared = (await deliveriesOf(watched)).find(({ change }) => change === 'CLEARED');
  const outcome = { state: 'COMPOSED', reason: null, suppressedFor: null, message: newGuid(), dueAt: null } as const;
  await composing.saveOutcomes(
    db.console,
    tenant,
    [{ guid: cleared?.guid ?? '', ...outcome }],
    world.picket.clock.now(),
  );
  expect(await statesOf(watched)).toEqual(['RAISED 1 SENT', 'CLEARED 1 SKIPPED']);
});

const call = ({ world: { picket } }: Watched, method: 'POST' | 'DELETE', path: string, body?: unknown) =>
  picket.call<{ guid: string }>(method, path, { as: picket.admin, body });

test.each([
  [
    'a maintenance',
    'MAINTENANCE',
    async (watched: Watched) => {
      const path = `/locations/${watched.world.location}/maintenance`;
      const endsAt = formatInstant(watched.world.picket.clock.now() + HOUR);
      const { body } = await call(watched, 'POST', path, { endsAt, reason: 'Works' });
      return () => call(watched, 'DELETE', `${path}/${body.guid}`);
    },
  ],
  [
    'a maintenance, decided for the second time',
    'MAINTENANCE',
    async (watched: Watched) => {
      // Decided for the second time.
      const data = { state: 'SUPPRESSED', reason: 'MAINTENANCE' };
      const { picket } = watched.world;
      await picket.platform.db.prisma.delivery.updateMany({ where: { alertGuid: watched.alert }, data });
      return () =>
        picket.platform.db.inSqlTx((sql) =>
          requeueLocation(sql, watched.tenant, watched.world.location, picket.clock.now()),
        );
    },
  ],
  [
    'a snooze',
    'SNOOZED',
    async ({ world: { picket }, tenant, alert }: Watched) =>
      () =>
        picket.platform.db.inSqlTx((sql) =>
          createDeliveryRecorder(picket.platform)(sql, [{ tenant, alert, change: 'UPDATED' }]),
        ),
  ],
  [
    'a quiet time',
    'QUIET_HOURS',
    async ({ world }: Watched) =>
      () =>
        choosePreferences(world, {}),
  ],
] as const)('what ends while it is composed suppresses nothing until its old end: %s', async (_name, reason, begin) => {
  const watched = await openWatched();
  const { picket, mailbox } = watched.world;
  const finish = await begin(watched);
  const outcome = { state: 'SUPPRESSED', reason, suppressedFor: reason, dueAt: picket.clock.now() + HOUR } as const;
  await composeWith(watched, outcome, finish);
  await picket.notify();
  expect(await statesOf(watched)).toEqual(['RAISED 1 SENT']);
  expect(mailbox.mails).toHaveLength(1);
});
