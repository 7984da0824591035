/** Do-not-disturb, closing by a person, active resolution, backtests and "why did it fire". */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Device, openPicket, type Picket } from './harness.ts';

let picket: Picket;
let location: string;
let device: Device;
let policy: string;

// The first of some Mondays; the clocks change among them.
const MONDAY_0800 = Temporal.ZonedDateTime.from('2026-03-02T08:00[Europe/Zurich]');
const OFFICE_HOURS = { daysOfWeek: [1, 2, 3, 4, 5], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 };
const violation = (extras: object = {}) => ({
  description: 'Hot',
  severity: 360,
  conditions: [{ sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 25 }],
  ...extras,
});

beforeAll(async () => {
  picket = await openPicket({ now: MONDAY_0800.subtract({ hours: 1 }).epochMilliseconds });
});
afterAll(() => picket.close());

let week = 0;
beforeEach(async () => {
  // A week later each time: nothing of one test reaches into the next.
  picket.clock.set(MONDAY_0800.add({ weeks: week++ }).epochMilliseconds);
  await picket.heartbeat();
  picket.admin = await picket.signIn('admin@picket.example');
  location = await picket.addLocation(`Room ${Math.random()}`);
  device = await picket.addDevice(location);
});

const withPolicy = async (extras: object = {}, doNotDisturb: object | null = null): Promise<void> => {
  const made = await picket.call<{ guid: string }>('POST', '/policies', {
    as: picket.admin,
    body: { name: `Heat ${Math.random()}`, definition: { violations: [violation(extras)] }, doNotDisturb },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  policy = made.body.guid;
  await picket.tick();
};
/** Turns the clock to a time of the day in Zurich; sessions have expired by then. */
const zurich = async (hour: number, minute = 0): Promise<void> => {
  const today = Temporal.Instant.fromEpochMilliseconds(picket.clock.now()).toZonedDateTimeISO('Europe/Zurich');
  picket.clock.set(today.withPlainTime({ hour, minute }).epochMilliseconds);
  picket.admin = await picket.signIn('admin@picket.example');
};
const send = (value: number) => picket.send(device, 'environment_temperature', value);
const mine = async () =>
  (await picket.alerts(`&sentry=${device.sentry}&policy=${policy}`)).filter(
    ({ kind }) => kind !== 'POLICY_CHANGE_ALERT',
  );
const detailOf = async (guid: string | undefined) =>
  (await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${guid}`, { as: picket.admin })).body;
const codes = async (guid: string | undefined): Promise<string[]> =>
  (await detailOf(guid)).timeline.map(({ code }) => code);

describe('do-not-disturb', () => {
  test('raised muted while it is in force, unmuted when it ends and still open', async () => {
    await withPolicy({}, OFFICE_HOURS);
    await zurich(10);
    await send(28);
    const [alert] = await mine();
    expect(alert).toMatchObject({ muted: true, state: 'OPEN' });
    expect((await detailOf(alert?.guid)).notificationReasons).toEqual([
      { code: 'SUPPRESSED_BY_DO_NOT_DISTURB', at: alert?.raisedAt },
    ]);
    await zurich(16, 59);
    expect(await picket.releaseMutedAlerts()).toBe(0);
    await zurich(17);
    expect(await picket.releaseMutedAlerts()).toBe(1);
    expect(await mine()).toMatchObject([{ guid: alert?.guid, muted: false, state: 'OPEN' }]);
    expect(await codes(alert?.guid)).toEqual(['CONDITION_MET', 'RAISED', 'MUTED', 'UNMUTED']);
    expect((await detailOf(alert?.guid)).notificationReasons.map(({ code }) => code)).toEqual([
      'NOTIFIED_AFTER_DO_NOT_DISTURB',
      'SHOWN_IN_CONSOLE',
    ]);
    expect(await picket.releaseMutedAlerts()).toBe(0);
  });

  test('over before it ends: it stays muted, no notification is sent', async () => {
    await withPolicy({}, OFFICE_HOURS);
    await zurich(10);
    await send(28);
    await zurich(11);
    await send(20);
    await zurich(17);
    await picket.releaseMutedAlerts();
    expect(await mine()).toMatchObject([{ muted: true, state: 'CLEARED' }]);
  });

  test.each([
    [8, 59, false],
    [9, 0, true],
    [16, 59, true],
    [17, 0, false],
  ])('at %i:%i muted: %s', async (hour, minute, muted) => {
    await withPolicy({}, OFFICE_HOURS);
    await zurich(hour, minute);
    await send(28);
    expect(await mine()).toMatchObject([{ muted }]);
  });

  test('raised before it begins: notified, and notified of the end', async () => {
    await withPolicy({}, OFFICE_HOURS);
    await send(28);
    await zurich(12);
    await send(20);
    expect(await mine()).toMatchObject([{ muted: false, state: 'CLEARED' }]);
  });

  test('a schedule taken away unmutes at once, a longer one keeps quiet longer', async () => {
    await withPolicy({}, OFFICE_HOURS);
    await zurich(16);
    await send(28);
    const edit = (doNotDisturb: object | null) =>
      picket.call('PATCH', `/policies/${policy}`, { as: picket.admin, body: { doNotDisturb } });
    await edit({ ...OFFICE_HOURS, endHour: 19 });
    await picket.releaseMutedAlerts();
    await zurich(17, 30);
    await picket.releaseMutedAlerts();
    expect(await mine()).toMatchObject([{ muted: true }]);
    await edit(null);
    await picket.releaseMutedAlerts();
    expect(await mine()).toMatchObject([{ muted: false, state: 'OPEN' }]);
  });
});

describe('closed by a person', () => {
  test('while it is still true: no new alert until it was over once', async () => {
    await withPolicy();
    await send(28);
    const [alert] = await mine();
    const resolved = await picket.call('POST', `/alerts/${alert?.guid}/resolve`, { as: picket.admin });
    expect(resolved.body).toMatchObject({ state: 'RESOLVED', resolved: { by: 'admin@picket.example' } });
    for (let i = 0; i < 5; i++) {
      picket.clock.pass(60);
      await send(30);
    }
    expect(await mine()).toHaveLength(1);
    picket.clock.pass(60);
    await send(20);
    expect(await mine()).toMatchObject([{ guid: alert?.guid, state: 'RESOLVED' }]);
    picket.clock.pass(60);
    await send(28);
    expect((await mine()).map(({ state }) => state)).toEqual(['OPEN', 'RESOLVED']);
  });

  test('an edit under which it still holds does not raise it a second time', async () => {
    await withPolicy();
    await send(28);
    const [alert] = await mine();
    await picket.call('POST', `/alerts/${alert?.guid}/resolve`, { as: picket.admin });
    picket.clock.pass(600);
    await send(28);
    await picket.call('PATCH', `/policies/${policy}`, {
      as: picket.admin,
      body: {
        definition: { violations: [{ ...violation(), conditions: [{ ...violation().conditions[0], threshold: 24 }] }] },
      },
    });
    await picket.tick();
    await picket.tick();
    expect(await mine()).toMatchObject([{ guid: alert?.guid, state: 'RESOLVED' }]);
    expect(await mine()).toHaveLength(1);
  });

  test('twice is once; a viewer of the place may, another organization may not', async () => {
    await withPolicy();
    await send(28);
    const [alert] = await mine();
    const viewer = await picket.addPerson('VIEWER', location);
    for (const as of [viewer, picket.admin])
      expect((await picket.call('POST', `/alerts/${alert?.guid}/resolve`, { as })).status).toBe(200);
    expect((await codes(alert?.guid)).filter((code) => code === 'RESOLVED')).toHaveLength(1);
    const other = await picket.addTenant(`Elsewhere ${alert?.guid}`);
    expect((await picket.call('POST', `/alerts/${alert?.guid}/resolve`, { as: other.admin })).status).toBe(404);
  });

  test('activeResolution: over, it is RECOVERED and waits for a person', async () => {
    await withPolicy({ activeResolution: true });
    await send(28);
    picket.clock.pass(60);
    await send(20);
    const [alert] = await mine();
    expect(alert).toMatchObject({ state: 'RECOVERED', clearedAt: formatInstant(picket.clock.now()) });
    const { clearedAt } = alert ?? {};
    const page = async () =>
      (
        await picket.call<ResponseOf<'GET /views/locations/{guid}'>>('GET', `/views/locations/${location}`, {
          as: picket.admin,
        })
      ).body;
    const notOver = () => picket.alerts(`&location=${location}&state=OPEN,RECOVERED`);
    expect((await page()).alerts).toMatchObject([{ guid: alert?.guid, state: 'RECOVERED' }]);
    expect(await notOver()).toMatchObject([{ guid: alert?.guid }]);
    expect(await picket.alerts(`&location=${location}&state=OPEN`)).toEqual([]);
    picket.clock.pass(60);
    await picket.call('POST', `/alerts/${alert?.guid}/resolve`, { as: picket.admin });
    expect(await mine()).toMatchObject([{ state: 'RESOLVED', clearedAt }]);
    expect((await page()).alerts).toEqual([]);
    expect(await notOver()).toEqual([]);
  });

  test.each(['WRONG', 'OPEN,', 'OPEN,WRONG', 'OPEN, RECOVERED', ''])(
    'a list of alerts of the states "%s" is refused',
    async (state) => {
      const refused = await picket.call('GET', `/alerts?state=${encodeURIComponent(state)}`, { as: picket.admin });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ name: 'state' }] } });
    },
  );
});

describe('backtest', () => {
  /** Three hours, hot for five minutes from the tenth on, and again after two hours. Returns when they began. */
  async function reportHotSpells(): Promise<number> {
    const from = picket.clock.now();
    const isHot = (second: number): boolean => (second >= 600 && second < 900) || (second >= 7200 && second < 7500);
    const readings = Array.from({ length: 180 }, (_, minute) => ({
      sensorMetricId: 'environment_temperature',
      at: formatInstant(from + minute * 60_000),
      values: { value: isHot(minute * 60) ? 30 : 20 },
    }));
    picket.clock.set(from + 180 * 60_000);
    picket.admin = await picket.signIn('admin@picket.example');
    await picket.report(device, readings);
    return from;
  }

  /** A draft over these three hours. */
  const backtest = (from: number, draft: object, more: object = {}) =>
    picket.call<ResponseOf<'POST /policies/{guid}/backtest'> & { errors: { name: string }[] }>(
      'POST',
      `/policies/${policy}/backtest`,
      {
        as: picket.admin,
        body: {
          definition: { violations: [violation(draft)] },
          sentry: device.sentry,
          from: formatInstant(from),
          to: formatInstant(from + 10_800_000),
          ...more,
        },
      },
    );

  test('the draft beside the version in force, over what is stored', async () => {
    await withPolicy({}, OFFICE_HOURS);
    const from = await reportHotSpells();
    const same = await backtest(from, {});
    expect(same.body.draft).toEqual(same.body.inForce);
    expect(
      same.body.inForce.alerts.map(({ raisedAt, clearedAt, muted }) => [
        Date.parse(raisedAt) - from,
        Date.parse(clearedAt ?? '') - from,
        muted,
      ]),
    ).toEqual([
      [600_000, 900_000, false],
      [7_200_000, 7_500_000, true],
    ]);
    expect(same.body).toMatchObject({ sentries: 1, readings: 180 });
    // What was raised for real is what the backtest says.
    expect((await mine()).map(({ raisedAt, clearedAt, muted }) => ({ raisedAt, clearedAt, muted })).reverse()).toEqual(
      same.body.inForce.alerts.map(({ raisedAt, clearedAt, muted }) => ({ raisedAt, clearedAt, muted })),
    );

    const slower = await backtest(from, { onsetDelay: 299 });
    expect(slower.body.draft).toMatchObject({ alerts: [{}, {}], nearMisses: 0 });
    const tooSlow = await backtest(from, { onsetDelay: 400 });
    expect(tooSlow.body.draft).toEqual({ alerts: [], nearMisses: 2 });

    const wrong = await backtest(from, {
      conditions: [{ sensorMetricId: 'environment_smell', operator: 'GREATER_THAN' }],
    });
    expect([wrong.status, wrong.body.errors.map(({ name }) => name)]).toEqual([
      400,
      ['definition.violations.0.conditions.0.sensorMetricId'],
    ]);
    expect((await backtest(from, {}, { to: formatInstant(from) })).status).toBe(400);
    const other = await picket.addTenant(`Elsewhere ${policy}`);
    const foreign = await picket.call('POST', `/policies/${policy}/backtest`, {
      as: other.admin,
      body: { definition: { violations: [] }, from: formatInstant(from), to: formatInstant(from + 1000) },
    });
    expect(foreign.status).toBe(404);
  });
});

describe('why did it fire', () => {
  test('every step in reason codes, pauses and near misses among them', async () => {
    await withPolicy({ onsetDelay: 100, exitDelay: 60 });
    const from = picket.clock.now();
    for (const [second, value] of [
      [0, 28],
      [60, 20],
      [120, 28],
      [400, 28],
      [460, 28],
      [520, 20],
      [580, 20],
    ] as const) {
      picket.clock.set(from + second * 1000);
      await send(value);
    }
    const [alert] = await mine();
    const trace = await picket.call<ResponseOf<'GET /alerts/{guid}/trace'>>('GET', `/alerts/${alert?.guid}/trace`, {
      as: picket.admin,
    });
    expect(trace.body.steps.map(({ at, code }) => [(Date.parse(at) - from) / 1000, code])).toEqual(
      [
        [0, 'CONDITION_ONSET'],
        [0, 'CONDITION_MET'],
        [0, 'ONSET_STARTED'],
        [60, 'CONDITION_OVER'],
        [60, 'NEAR_MISS'],
        [120, 'CONDITION_MET'],
        [120, 'ONSET_STARTED'],
        [220, 'RAISED'],
        [520, 'CONDITION_OVER'],
        [520, 'EXIT_STARTED'],
        [580, 'CLEARED'],
      ].filter(([, code]) => code !== 'CONDITION_ONSET'),
    );
    expect(trace.body.steps[0]).toMatchObject({
      sensorMetricId: 'environment_temperature',
      operator: 'GREATER_THAN',
      threshold: 25,
      operand: 28,
    });
  });

  test('an alert raised by hand has no steps to tell', async () => {
    const made = await picket.call<{ guid: string }>('POST', '/alerts', {
      as: picket.admin,
      body: { location, severity: 1, message: 'Drill' },
    });
    const trace = await picket.call<{ steps: unknown[] }>('GET', `/alerts/${made.body.guid}/trace`, {
      as: picket.admin,
    });
    expect([trace.status, trace.body.steps]).toEqual([200, []]);
  });
});
