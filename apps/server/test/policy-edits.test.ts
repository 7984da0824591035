/** What edits do to what is running: timers kept, changed violations recomputed, no false "resolved", no second alert. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { type Device, openPicket, type Picket } from './harness.ts';
import { HOT, hot, randomEdit, type Violation } from './random-policy-edits.ts';

let picket: Picket;
let location: string;
let device: Device;
let policy: string;

beforeAll(async () => {
  picket = await openPicket();
});
afterAll(() => picket.close());
beforeEach(async () => {
  // An organization of its own would be cleaner still; a policy, a place and a device of their own will do.
  location = await picket.addLocation(`Room ${Math.random()}`);
  device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
  const made = await picket.call<{ guid: string }>('POST', '/policies', {
    as: picket.admin,
    body: { name: `Heat ${Math.random()}`, definition: { violations: [hot()] } },
  });
  policy = made.body.guid;
});

const edit = async (violations: readonly object[], extras: object = {}): Promise<void> => {
  const answer = await picket.call('PATCH', `/policies/${policy}`, {
    as: picket.admin,
    body: { definition: { violations }, ...extras },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await tickTwice();
};
/** Lets the ticker do what the edit asked for. */
const tickTwice = async (): Promise<void> => {
  await picket.tick();
  await picket.tick();
};
const send = async (value: number, passed = 30): Promise<void> => {
  picket.clock.pass(passed);
  await picket.send(device, 'environment_temperature', value);
};
const mine = async () =>
  (await picket.alerts(`&sentry=${device.sentry}&policy=${policy}`)).filter(
    ({ kind }) => kind !== 'POLICY_CHANGE_ALERT',
  );
const timeline = async (guid: string | undefined): Promise<string[]> => {
  const detail = await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${guid}`, { as: picket.admin });
  return detail.body.timeline.map(({ code }) => code);
};

describe('timers', () => {
  test('saving another policy, or another violation, leaves running timers alone', async () => {
    await send(28);
    await send(28);
    const others = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies', { as: picket.admin });
    const humidity = others.body.items.find(({ name }) => name === 'Humidity');
    await picket.call('PATCH', `/policies/${humidity?.guid}`, {
      as: picket.admin,
      body: { name: `Humidity ${Math.random()}` },
    });
    await edit([hot(), { ...HOT, description: 'Hotter', severity: 1 }]);
    const raisedAt = picket.clock.now() + 30_000;
    await send(28);
    expect((await mine()).map(({ violation, raisedAt: at }) => [violation, at]).sort()).toEqual([
      ['Hot', formatInstant(raisedAt)],
      ['Hotter', formatInstant(raisedAt)],
    ]);
  });

  test('editing text, severity and kind with an open alert sends nothing and changes nothing', async () => {
    for (let i = 0; i < 3; i++) await send(28);
    const [before] = await mine();
    expect(before).toMatchObject({ state: 'OPEN', violation: 'Hot' });
    await edit([hot({ description: 'Far too hot', severity: 400, video: true })]);
    await edit([hot({ description: 'Much too hot', severity: 400, video: true })], {
      name: `Renamed ${Math.random()}`,
    });
    const after = await mine();
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ guid: before?.guid, state: 'OPEN', raisedAt: before?.raisedAt });
    await send(20);
    expect(await mine()).toMatchObject([{ guid: before?.guid, state: 'CLEARED' }]);
  });

  test('changing only the description renames the violation: its alert stays open with its old text', async () => {
    for (let i = 0; i < 3; i++) await send(28);
    const [before] = await mine();
    await edit([hot({ description: 'Overheating' })]);
    expect(await mine()).toMatchObject([{ guid: before?.guid, message: 'Hot', state: 'OPEN' }]);
    await send(20);
    expect(await mine()).toMatchObject([{ guid: before?.guid, state: 'CLEARED' }]);
  });
});

describe('changed violations are recomputed from history', () => {
  test('a lower threshold that history exceeded raises one alert now', async () => {
    for (let i = 0; i < 5; i++) await send(23);
    expect(await mine()).toEqual([]);
    const at = picket.clock.now();
    await edit([hot({}, 22)]);
    expect(await mine()).toMatchObject([
      { state: 'OPEN', raisedAt: formatInstant(at), backfilled: false, corrected: false },
    ]);
    await send(23);
    await tickTwice();
    expect(await mine()).toHaveLength(1);
    await send(20);
    expect(await mine()).toMatchObject([{ state: 'CLEARED', clearedAt: formatInstant(picket.clock.now()) }]);
  });

  test('a running onset continues from the covered history', async () => {
    await send(28);
    await send(28);
    await edit([hot({ onsetDelay: 50 })]);
    const [first] = await mine();
    expect(first).toBeUndefined();
    await send(28, 20);
    expect(await mine()).toMatchObject([{ state: 'OPEN', raisedAt: formatInstant(picket.clock.now()) }]);
  });

  test('an open alert that is still true after an edit stays the same alert', async () => {
    for (let i = 0; i < 3; i++) await send(28);
    const [before] = await mine();
    await edit([hot({}, 26)]);
    expect(await mine()).toMatchObject([
      { guid: before?.guid, state: 'OPEN', raisedAt: before?.raisedAt, corrected: false },
    ]);
    expect(await timeline(before?.guid)).toEqual(['CONDITION_MET', 'RAISED', 'POLICY_EDITED']);
    await send(20);
    expect(await mine()).toMatchObject([{ guid: before?.guid, state: 'CLEARED' }]);
  });

  test('an open alert that is not true after an edit ends as "policy changed", never as resolved', async () => {
    for (let i = 0; i < 3; i++) await send(28);
    const [before] = await mine();
    await edit([hot({}, 35)]);
    expect(await mine()).toMatchObject([{ guid: before?.guid, state: 'CLEARED', corrected: false }]);
    expect(await timeline(before?.guid)).toEqual(['CONDITION_MET', 'RAISED', 'POLICY_CHANGED']);
  });

  test('a late reading after an edit does not withdraw the alert that the edit ended', async () => {
    for (let i = 0; i < 3; i++) await send(28);
    const [before] = await mine();
    expect(before).toMatchObject({ state: 'OPEN' });
    picket.clock.pass(20);
    await edit([hot({}, 35)]);
    await picket.send(device, 'environment_temperature', 28, picket.clock.now() - 40_000);
    picket.clock.pass(2);
    await tickTwice();
    expect(await mine()).toMatchObject([{ guid: before?.guid, state: 'CLEARED', withdrawn: false, corrected: false }]);
    expect(await timeline(before?.guid)).toEqual(['CONDITION_MET', 'RAISED', 'POLICY_CHANGED']);
  });

  test('a removed violation, and a deleted policy, end their alerts as "policy changed"', async () => {
    for (let i = 0; i < 3; i++) await send(28);
    const [first] = await mine();
    await edit([]);
    expect(await timeline(first?.guid)).toEqual(['CONDITION_MET', 'RAISED', 'POLICY_CHANGED']);
    await edit([hot()]);
    const open = (await mine()).filter(({ state }) => state === 'OPEN');
    expect(open).toHaveLength(1);
    await picket.call('DELETE', `/policies/${policy}`, { as: picket.admin });
    await tickTwice();
    expect((await mine()).every(({ state }) => state === 'CLEARED')).toBe(true);
  });

  test('silence: a threshold moved while a sentry is silent uses the silence so far', async () => {
    await send(20);
    const silent = (threshold: number) => [
      {
        description: 'Silent',
        severity: 400,
        conditions: [{ sensorMetricId: 'sentry_silence', column: 'seconds', operator: 'GREATER_THAN', threshold }],
      },
    ];
    await edit(silent(600));
    // The platform lives on: its heartbeat says so.
    for (let i = 0; i < 10; i++) {
      picket.clock.pass(20);
      await picket.heartbeat();
    }
    await tickTwice();
    expect(await mine()).toEqual([]);
    await edit(silent(100));
    expect(await mine()).toMatchObject([{ violation: 'Silent', state: 'OPEN' }]);
    await edit(silent(150));
    expect(await mine()).toMatchObject([{ violation: 'Silent', state: 'OPEN' }]);
    expect(await mine()).toHaveLength(1);
    await send(20);
    expect((await mine()).map(({ state }) => state)).toEqual(['CLEARED']);
  });
});

describe('overrides in force', () => {
  test('the device with an override is evaluated by it, the other one by the global policy', async () => {
    const neighbor = await picket.addDevice(location, { reportIntervalSeconds: 60 });
    const put = await picket.call('PUT', `/sentries/${device.sentry}/policies/${policy}`, {
      as: picket.admin,
      body: {
        ignoreGlobalPolicyChanges: false,
        definition: {
          violations: [
            { description: 'Hot', conditions: [{ sensorMetricId: 'environment_temperature', threshold: 40 }] },
          ],
        },
      },
    });
    expect(put.status).toBe(200);
    await tickTwice();
    for (let i = 0; i < 4; i++) {
      await send(28);
      await picket.send(neighbor, 'environment_temperature', 28);
    }
    expect(await mine()).toEqual([]);
    expect(await picket.alerts(`&sentry=${neighbor.sentry}&policy=${policy}`)).toMatchObject([
      { violation: 'Hot', state: 'OPEN' },
    ]);
    await picket.call('DELETE', `/sentries/${device.sentry}/policies/${policy}`, { as: picket.admin });
    await tickTwice();
    expect(await mine()).toMatchObject([{ violation: 'Hot', state: 'OPEN' }]);
  });
});

test('two servers on one database: an edit at one applies at the other, and never reverts', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'picket-two-'));
  const one = await openPicket({ databaseUrl: database.url, dataDir });
  const other = await openPicket({ databaseUrl: database.url, dataDir });
  try {
    const place = await one.addLocation();
    const sentry = await one.addDevice(place);
    const both = (seconds: number): void => {
      for (const server of [one, other]) server.clock.pass(seconds);
    };
    await one.send(sentry, 'environment_temperature', 28);
    both(60);
    await other.send(sentry, 'environment_temperature', 28);
    const list = await other.call<ResponseOf<'GET /policies'>>('GET', '/policies', { as: other.admin });
    const room = list.body.items.find(({ name }) => name === 'Room temperature');
    const violations = [{ ...hot({ onsetDelay: 0 }), description: 'Too hot' }];
    await other.call('PATCH', `/policies/${room?.guid}`, { as: other.admin, body: { definition: { violations } } });
    // The first server has not heard of it; the ticker of either may be the one that asks.
    await one.tick();
    both(60);
    await one.send(sentry, 'environment_temperature', 28);
    await other.send(sentry, 'environment_temperature', 28, other.clock.now() + 1);
    await one.tick();
    await other.tick();
    const alerts = await one.alerts(`&sentry=${sentry.sentry}&policy=${room?.guid}`);
    expect(alerts.map(({ violation, state }) => [violation, state])).toEqual([['Too hot', 'OPEN']]);
    both(60);
    await other.send(sentry, 'environment_temperature', 20);
    expect(await one.alerts(`&sentry=${sentry.sentry}&policy=${room?.guid}`)).toMatchObject([{ state: 'CLEARED' }]);
  } finally {
    await one.close();
    await other.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

describe('edits under load', () => {
  const EDITS = process.env.PICKET_DEEP ? 200 : 30;
  const save = async (violation: Violation): Promise<void> => {
    const answer = await picket.call('PATCH', `/policies/${policy}`, {
      as: picket.admin,
      body: { definition: { violations: [violation] } },
    });
    expect(answer.status).toBe(200);
  };

  /** Readings flow until it is stopped: hot of one device, cold of the other, whatever of these thresholds is in force. */
  function startFlow(cold: Device): { stop(): Promise<void> } {
    let isFlowing = true;
    const flow = (async () => {
      while (isFlowing) {
        picket.clock.pass(1);
        await Promise.all([
          picket.send(device, 'environment_temperature', 60),
          picket.send(cold, 'environment_temperature', 5),
          picket.tick(),
        ]);
      }
    })();
    return {
      stop: () => {
        isFlowing = false;
        return flow;
      },
    };
  }

  /** The changes of all versions in words, the first version first. */
  async function describedChanges(): Promise<readonly string[]> {
    const texts: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await picket.call<ResponseOf<'GET /policies/{guid}/versions'>>(
        'GET',
        `/policies/${policy}/versions?limit=100${cursor}`,
        { as: picket.admin },
      );
      texts.push(...page.body.items.flatMap(({ changes }) => changes.map(({ text }) => text)));
      if (page.body.nextCursor === null) return texts.reverse();
      cursor = `&cursor=${encodeURIComponent(page.body.nextCursor)}`;
    }
  }

  test(`${EDITS} random edits while readings flow: no false clear, no double alert, exact descriptions`, async () => {
    const cold = await picket.addDevice(location, { reportIntervalSeconds: 60 });
    let violation = hot({ onsetDelay: 0 });
    await save(violation);
    const expected: string[] = [];
    const flow = startFlow(cold);
    for (let done = 0; done < EDITS; done++) {
      const edit = randomEdit(violation, done);
      ({ violation } = edit);
      if (edit.words !== null) expected.push(edit.words);
      await save(violation);
    }
    await flow.stop();
    await tickTwice();
    await picket.send(device, 'environment_temperature', 60);

    const alerts = await mine();
    expect(alerts).toMatchObject([{ state: 'OPEN', corrected: false }]);
    expect(
      (await timeline(alerts[0]?.guid)).filter((code) => !['CONDITION_MET', 'RAISED', 'POLICY_EDITED'].includes(code)),
    ).toEqual([]);
    expect((await picket.alerts(`&sentry=${cold.sentry}`)).filter(({ policy: of }) => of?.guid === policy)).toEqual([]);
    expect((await describedChanges()).slice(2)).toEqual(expected);
  });
});
