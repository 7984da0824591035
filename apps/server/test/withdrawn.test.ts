/**
 * Withdrawn alerts: marked, kept, not counted; recipients are notified of the withdrawal once. The device
 * reports every 30 s; "Too hot" (above 31.7 °C) has an onset of 10 s.
 */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { newCondition, newViolation } from '@picket/domain/policies';
import { formatInstant } from '@picket/domain/time';
import { compilePolicies, type Outcome } from '@picket/monitor';
import { expect, test } from 'vitest';
import { jsonOf } from '../../../tests/support/receivers.ts';
import { createAlertRecorder } from '../src/capabilities/alerts/index.ts';
import { fsck } from '../src/views/run-integrity-checks.ts';
import type { Device } from './harness.ts';
import {
  ADMIN,
  add,
  deliveryStates,
  detail,
  end,
  openWorld,
  pass,
  receiverForTest,
  type World,
} from './notification-world.ts';

interface Watched extends World {
  readonly device: Device;
}

async function openWatched(): Promise<Watched> {
  const world = await openWorld();
  const device = await world.picket.addDevice(world.location, { name: 'Rack 7', reportIntervalSeconds: 30 });
  await world.picket.send(device, 'environment_temperature', 22);
  world.picket.clock.pass(30);
  await world.picket.heartbeat();
  return { ...world, device };
}

const read = ({ picket, device }: Watched, value: number, at = picket.clock.now()) =>
  picket.send(device, 'environment_temperature', value, at);

/** A tick raises "Too hot"; returns when that began. */
async function becomeHot(world: Watched): Promise<number> {
  const began = world.picket.clock.now();
  await read(world, 35);
  world.picket.clock.pass(13);
  await world.picket.tick();
  return began;
}

/** It was cold before the onset ended: the alert should not have been raised. */
const wasCold = (world: Watched, began: number) => read(world, 22, began + 5000);

const list = async ({ picket, device }: Watched, query = '') => picket.alerts(`&sentry=${device.sentry}${query}`);

test('a withdrawn alert is marked, kept with its timeline, and listed only on request', async () => {
  const world = await openWatched();
  const began = await becomeHot(world);
  const [alert] = await list(world);
  expect(alert).toMatchObject({ state: 'OPEN', withdrawn: false, corrected: false });
  await wasCold(world, began);
  expect(await list(world)).toEqual([]);
  expect(await list(world, '&withdrawn=include')).toMatchObject([{ guid: alert?.guid, withdrawn: true }]);
  expect(await list(world, '&withdrawn=only')).toMatchObject([
    { state: 'CLEARED', withdrawn: true, corrected: false, clearedAt: formatInstant(began + 5000) },
  ]);
  const shown = await detail(world, alert?.guid ?? '');
  expect(shown).toMatchObject({
    withdrawn: true,
    notificationReasons: [{ code: 'WITHDRAWN' }, { code: 'SHOWN_IN_CONSOLE' }],
  });
  expect(shown.timeline.filter(({ code }) => code === 'WITHDRAWN')).toMatchObject([
    { at: formatInstant(began + 10_000), detail: {} },
  ]);
  expect(shown.timeline.at(-1)?.code).toBe('WITHDRAWN');
  expect(await fsck(world.picket.platform)).toEqual([]);
});

test('a withdrawn alert is not counted in cards, calendar, activity, policies, digests or usage; history shows it on request', async () => {
  const world = await openWatched();
  const { picket, location } = world;
  const ask = async <Key extends Parameters<typeof picket.call>[1], Body>(path: Key): Promise<Body> =>
    (await picket.call<Body>('GET', path, { as: picket.admin })).body;
  const month = formatInstant(picket.clock.now()).slice(0, 7);
  const counts = async () => {
    const calendar = await ask<string, ResponseOf<'GET /views/locations/{guid}/calendar'>>(
      `/views/locations/${location}/calendar?month=${month}`,
    );
    const activity = await ask<string, ResponseOf<'GET /views/locations/{guid}/activity'>>(
      `/views/locations/${location}/activity?kind=POLICY_ALERT_WITH_READINGS`,
    );
    const policies = await ask<string, ResponseOf<'GET /views/policies'>>('/views/policies');
    const cards = await ask<string, ResponseOf<'GET /views/locations'>>('/views/locations');
    const policy = policies.items.find(({ name }) => name === 'Room temperature');
    const suggestions = await ask<string, ResponseOf<'GET /policies/{guid}/suggestions'>>(
      `/policies/${policy?.guid}/suggestions`,
    );
    const usage = await ask<string, ResponseOf<'GET /metrics/usage'>>('/metrics/usage');
    return {
      calendar: calendar.days.reduce((sum, day) => sum + day.alerts, 0),
      minutes: calendar.days.reduce((sum, day) => sum + day.outOfRangeMinutes, 0),
      activity: activity.cells.reduce((sum, { value }) => sum + (value ?? 0), 0),
      policy: policy?.alerts,
      cards: cards.items.map(({ openAlerts }) => openAlerts),
      suggestions: suggestions.violations.reduce((sum, one) => sum + one.withoutVerdict, 0),
      usage: usage.items.flatMap(({ days }) => days).reduce((sum, { alerts }) => sum + alerts, 0),
    };
  };
  const before = await counts();
  const began = await becomeHot(world);
  const during = await counts();
  expect(during).not.toEqual(before);
  await wasCold(world, began);
  expect(await counts()).toEqual(before);
  const span = `from=${formatInstant(began - 60_000)}&to=${formatInstant(picket.clock.now())}`;
  const annotationsOf = (query: string) =>
    ask<string, ResponseOf<'GET /views/locations/{guid}/annotations'>>(
      `/views/locations/${location}/annotations?${span}${query}`,
    );
  expect((await annotationsOf('')).alerts).toEqual([]);
  expect((await annotationsOf('&withdrawn=include')).alerts).toMatchObject([{ title: 'Too hot', withdrawn: true }]);
});

test('recipients are notified once that it was withdrawn, and not that it cleared', async () => {
  const world = await openWatched();
  const receiver = await receiverForTest();
  await add(world, { kind: 'WEBHOOK', name: 'Tickets', settings: { url: `${receiver.url}/alerts` } });
  const began = await becomeHot(world);
  const [alert] = await list(world);
  await world.picket.notify();
  expect((await world.mailbox.next(ADMIN)).subject).toBe('Critical: Too hot at Cold store');
  await wasCold(world, began);
  await pass(world, 60);
  const mail = await world.mailbox.next(ADMIN);
  expect(mail.subject).toBe('Withdrawn: Too hot at Cold store');
  expect(mail.text).toContain('This alert was withdrawn: later readings showed that it never happened');
  expect(await deliveryStates(world, alert?.guid ?? '', 'EMAIL')).toEqual(['RAISED SENT', 'CLEARED SENT']);
  expect(receiver.accepted.map((one) => jsonOf<{ type: string; data: { withdrawn?: boolean } }>(one))).toMatchObject([
    { type: 'alert.raised' },
    { type: 'alert.cleared', data: { withdrawn: true } },
  ]);
  expect(jsonOf<{ data: object }>(receiver.accepted[0] ?? never()).data).not.toHaveProperty('withdrawn');
});

test('an alert withdrawn before its notification notifies nobody', async () => {
  const world = await openWatched();
  const began = await becomeHot(world);
  const [alert] = await list(world);
  await wasCold(world, began);
  await pass(world, 60);
  expect(await deliveryStates(world, alert?.guid ?? '')).toEqual([
    'RAISED SKIPPED WITHDRAWN',
    'CLEARED SKIPPED WITHDRAWN',
  ]);
});

test('a delayed message reflects the current state: a withdrawn alert is not announced', async () => {
  const world = await openWatched();
  const receiver = await receiverForTest();
  await add(world, { kind: 'WEBHOOK', name: 'Tickets', settings: { url: `${receiver.url}/alerts` } });
  receiver.respondWith(() => 'REFUSE');
  const began = await becomeHot(world);
  const [alert] = await list(world);
  await world.picket.notify();
  expect(receiver.requests).toHaveLength(1);
  await wasCold(world, began);
  receiver.respondWith(() => 'ACCEPT');
  await pass(world, 120);
  expect(receiver.accepted).toEqual([]);
  expect(await deliveryStates(world, alert?.guid ?? '', 'WEBHOOK')).toEqual([
    'RAISED SKIPPED ENDED',
    'CLEARED SKIPPED NOT_NOTIFIED',
  ]);
});

test('recipients notified that it cleared are not notified again when it is withdrawn', async () => {
  const world = await openWatched();
  const { picket } = world;
  const began = await becomeHot(world);
  const [alert] = await list(world);
  await picket.notify();
  for (const seconds of [30, 90, 150, 180]) {
    picket.clock.set(began + seconds * 1000);
    await read(world, 22);
  }
  await pass(world, 30);
  expect(await list(world, '&state=CLEARED')).toHaveLength(1);
  expect(await deliveryStates(world, alert?.guid ?? '', 'EMAIL')).toEqual(['RAISED SENT', 'CLEARED SENT']);
  await wasCold(world, began);
  await pass(world, 60);
  expect(await list(world, '&withdrawn=only')).toMatchObject([{ guid: alert?.guid, state: 'CLEARED' }]);
  expect(await deliveryStates(world, alert?.guid ?? '', 'EMAIL')).toEqual(['RAISED SENT', 'CLEARED SENT']);
});

test('an alert a person resolved stays resolved, and is marked', async () => {
  const world = await openWatched();
  const began = await becomeHot(world);
  const [alert] = await list(world);
  await end(world, alert?.guid ?? '');
  await wasCold(world, began);
  expect(await list(world, '&withdrawn=only')).toMatchObject([{ guid: alert?.guid, state: 'RESOLVED' }]);
});

test('a reinstated alert is open again and notifies again', async () => {
  const world = await openWatched();
  const { picket, device } = world;
  const began = await becomeHot(world);
  const [alert] = await list(world);
  await picket.notify();
  await wasCold(world, began);
  await pass(world, 60);
  expect(await list(world, '&withdrawn=only')).toHaveLength(1);
  // The sensor read ten degrees too little all the time.
  const offset = { value: 20, reason: 'calibrated', from: formatInstant(began - 1000) };
  const tuned = await picket.call('PATCH', `/sentries/${device.sentry}/sensors/environment_temperature`, {
    as: picket.admin,
    body: { offset },
  });
  expect(tuned.status).toBe(200);
  await pass(world, 30);
  expect(await list(world)).toMatchObject([
    { guid: alert?.guid, state: 'OPEN', withdrawn: false, raisedAt: formatInstant(began + 10_000) },
  ]);
  expect(await deliveryStates(world, alert?.guid ?? '', 'EMAIL')).toEqual([
    'RAISED SENT',
    'CLEARED SENT',
    'RAISED SENT',
  ]);
  expect(await fsck(picket.platform)).toEqual([]);
});

const POLICY = '0190aaaa-0000-7000-8000-000000000001';
const KEY = `${POLICY}|Too hot`;
const RAISED_AT = Date.UTC(2026, 2, 2, 11);
const raised: Outcome = {
  type: 'HAPPENED',
  violation: KEY,
  transition: { type: 'RAISED', at: RAISED_AT, raisedAt: RAISED_AT, startedAt: RAISED_AT, evidence: [] },
};
const withdrawn: Outcome = { type: 'WITHDRAWN', violation: KEY, raisedAt: RAISED_AT, at: RAISED_AT - 1000 };
const cleared: Outcome = {
  type: 'HAPPENED',
  violation: KEY,
  transition: { type: 'CLEARED', at: RAISED_AT + 9000, raisedAt: RAISED_AT, endedAt: RAISED_AT + 8000 },
};

test.each<[string, readonly (readonly Outcome[])[], object]>([
  ['raised and withdrawn at once', [[raised, withdrawn]], { state: 'CLEARED', withdrawn: true }],
  ['withdrawn later', [[raised], [withdrawn]], { state: 'CLEARED', withdrawn: true }],
  [
    'withdrawn, and raised at the same instant after all',
    [[raised], [withdrawn], [raised]],
    { state: 'OPEN', withdrawn: false },
  ],
  ['both of these at once', [[raised], [withdrawn, raised]], { state: 'OPEN', withdrawn: false }],
  ['all of it at once', [[raised, withdrawn, raised]], { state: 'OPEN', withdrawn: false }],
  ['and over', [[raised, withdrawn, raised, cleared]], { state: 'CLEARED', withdrawn: false }],
  ['and withdrawn again', [[raised], [withdrawn, raised, withdrawn]], { state: 'CLEARED', withdrawn: true }],
])('the last outcome applies, however outcomes are split into transactions: %s', async (_name, batches, expected) => {
  const { picket, location, device } = await openWatched();
  const { tenantGuid: tenant } = await picket.platform.db.prisma.sentry.findFirstOrThrow({
    where: { guid: device.sentry },
  });
  const violation = newViolation('Too hot', 300, newCondition('environment_temperature', 'GREATER_THAN', 30));
  const policies = compilePolicies(
    [{ guid: POLICY, name: 'Room', version: 1, definition: { violations: [violation] } }],
    {
      reportIntervalSeconds: 30,
      fluidSensors: [],
    },
  );
  const { recordOutcomes: record } = createAlertRecorder(async () => {});
  for (const outcomes of batches)
    await picket.platform.db.inSqlTx((sql) =>
      record(sql, [{ sentry: { guid: device.sentry, tenant, location }, policies, outcomes }], RAISED_AT + 60_000),
    );
  expect(await picket.alerts(`&sentry=${device.sentry}&withdrawn=include`)).toMatchObject([expected]);
});

function never(): never {
  throw new Error('nothing came');
}
