import type { ResponseOf } from '@picket/contracts/endpoints';
import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OracleAlert, oracleAlerts } from '../../../packages/monitor/test/oracle.ts';
import { hourlyOfficeTemperatures } from '../../../tests/support/recorded-data.ts';
import { type Device, openPicket, type Picket } from './harness.ts';

let picket: Picket;
let location: string;
let device: Device;

beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation();
});
afterAll(() => picket.close());
beforeEach(async () => {
  picket.clock.pass(3600);
  await picket.heartbeat();
  picket.admin = await picket.signIn('admin@picket.example');
  device = await picket.addDevice(location, { reportIntervalSeconds: 30 });
});

const hot = (value: number, at?: number) => picket.send(device, 'environment_temperature', value, at);
const mine = (query = '') => picket.alerts(`&sentry=${device.sentry}${query}`);
const detail = async (guid: string) =>
  (await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${guid}`, { as: picket.admin })).body;

/** Too hot since 10 s, raised by the second reading. */
async function raise(): Promise<string> {
  await hot(22);
  picket.clock.pass(30);
  await hot(33);
  picket.clock.pass(30);
  await hot(34);
  const [alert] = await mine('&state=OPEN');
  return alert?.guid ?? '';
}

describe('recorded data', () => {
  test('raises exactly the alerts of the independent evaluation, however it is split into reports', async () => {
    const recorded = hourlyOfficeTemperatures();
    picket.clock.set(Math.max(picket.clock.now(), Date.UTC(2026, 2, 2)));
    const room = DEFAULT_POLICIES.find(({ name }) => name === 'Room temperature');
    const last = recorded.readings.at(-1)?.at ?? 0;
    const expected = (room?.definition.violations ?? []).flatMap((violation) =>
      oracleAlerts(
        {
          ...violation,
          conditions: violation.conditions.map((condition) => ({
            ...condition,
            series: 'environment_temperature',
            grab: 'LAST',
            minutes: 0,
            interval: recorded.intervalSeconds,
          })),
        },
        recorded.readings.map(({ at, value }) => ({ series: 'environment_temperature', at, value })),
        last,
      ).map((alert) => ({ violation: violation.description, ...alert })),
    );
    expect(expected.length).toBeGreaterThan(3);

    for (const size of [5000, 37]) {
      const one = await picket.addDevice(location, { reportIntervalSeconds: recorded.intervalSeconds });
      for (let first = 0; first < recorded.readings.length; first += size) {
        const part = recorded.readings.slice(first, first + size);
        const answer = await picket.report(
          one,
          part.map(({ at, value }) => ({
            sensorMetricId: 'environment_temperature',
            at: formatInstant(at),
            values: { value },
          })),
          first + size < recorded.readings.length,
        );
        expect(answer.body).toMatchObject({ accepted: part.length, late: 0, rejected: [] });
      }
      // Replayed old data is never advanced by ticks.
      picket.clock.pass(600);
      await picket.tick();
      const raised = (await picket.alerts(`&sentry=${one.sentry}`)).filter(
        (alert) => alert.policy?.name === 'Room temperature',
      );
      const seen = raised
        .map((alert): OracleAlert & { violation: string } => ({
          violation: alert.violation ?? '',
          raisedAt: Date.parse(alert.raisedAt),
          startedAt: Date.parse(alert.startedAt),
          endedAt: alert.endedAt === undefined ? null : Date.parse(alert.endedAt),
          clearedAt: alert.clearedAt === undefined ? null : Date.parse(alert.clearedAt),
        }))
        .sort((a, b) => a.raisedAt - b.raisedAt);
      expect(seen).toEqual([...expected].sort((a, b) => a.raisedAt - b.raisedAt));
    }
  });
});

describe('the life of an alert', () => {
  test('raised after its onset delay, with evidence; cleared after its exit delay', async () => {
    const began = picket.clock.now() + 30_000;
    const guid = await raise();
    const alert = await detail(guid);
    expect(alert).toMatchObject({
      kind: 'POLICY_ALERT_WITH_READINGS',
      severity: 360,
      severityLabel: 'critical',
      state: 'OPEN',
      violation: 'Too hot',
      policy: { name: 'Room temperature', version: 1 },
      startedAt: formatInstant(began),
      raisedAt: formatInstant(began + 10_000),
      conditions: [{ sensorMetricId: 'environment_temperature', threshold: 31.6667, operand: 33 }],
    });
    expect(alert.timeline[0]?.detail).toMatchObject({ operand: 33, threshold: 31.6667, waitSeconds: 10 });
    expect(alert.readings.map(({ value }) => value)).toEqual([22, 33, 34]);
    expect(alert.timeline.map(({ code }) => code)).toEqual(['CONDITION_MET', 'RAISED']);

    picket.clock.pass(30);
    await hot(25);
    const ended = picket.clock.now();
    for (let i = 0; i < 4; i++) {
      picket.clock.pass(30);
      await hot(25);
    }
    const over = await detail(guid);
    expect(over).toMatchObject({
      state: 'CLEARED',
      endedAt: formatInstant(ended),
      clearedAt: formatInstant(ended + 120_000),
    });
    expect(over.timeline.map(({ code }) => code)).toEqual(['CONDITION_MET', 'RAISED', 'EXIT_STARTED', 'CLEARED']);
  });

  test('keeps its readings when the history is deleted', async () => {
    const guid = await raise();
    picket.clock.pass(30);
    await hot(25);
    for (let i = 0; i < 4; i++) {
      picket.clock.pass(30);
      await hot(25 - i);
    }
    const before = (await detail(guid)).readings;
    await picket.platform.db.console.query('DELETE FROM reading');
    const after = (await detail(guid)).readings;
    expect(after.length).toBeGreaterThan(5);
    expect(before.filter(({ at }) => at <= (after.at(-1)?.at ?? ''))).toEqual(after);
  });

  test('a tick raises an alert that needs no further reading, once', async () => {
    await hot(33);
    const began = picket.clock.now();
    picket.clock.pass(11);
    await picket.tick();
    expect(await mine()).toEqual([]);
    picket.clock.pass(1);
    await picket.tick();
    await picket.tick();
    expect((await mine()).map(({ raisedAt }) => raisedAt)).toEqual([formatInstant(began + 10_000)]);
    picket.clock.pass(18);
    await hot(33);
    expect(await mine()).toHaveLength(1);
  });

  test('a late reading from before the onset ended withdraws the alert and clears it as of that reading', async () => {
    const began = picket.clock.now();
    await hot(33);
    picket.clock.pass(13);
    await picket.tick();
    expect(await mine('&state=OPEN')).toHaveLength(1);
    await hot(25, began + 5000);
    expect(await mine()).toEqual([]);
    const [alert] = await mine('&withdrawn=include');
    expect(alert).toMatchObject({
      state: 'CLEARED',
      withdrawn: true,
      corrected: false,
      clearedAt: formatInstant(began + 5000),
    });
  });

  test('acknowledged once, by the first; commented; both on the timeline', async () => {
    const guid = await raise();
    const viewer = await picket.addPerson('VIEWER', location);
    const first = await picket.call<ResponseOf<'POST /alerts/{guid}/acknowledge'>>(
      'POST',
      `/alerts/${guid}/acknowledge`,
      { as: viewer },
    );
    picket.clock.pass(5);
    const second = await picket.call<ResponseOf<'POST /alerts/{guid}/acknowledge'>>(
      'POST',
      `/alerts/${guid}/acknowledge`,
      { as: picket.admin },
    );
    expect(first.body.acknowledged).toBeDefined();
    expect(second.body.acknowledged).toEqual(first.body.acknowledged);
    const comment = await picket.call('POST', `/alerts/${guid}/comments`, { as: viewer, body: { text: 'On my way.' } });
    expect(comment.status).toBe(201);
    const alert = await detail(guid);
    expect(alert.comments.map(({ text }) => text)).toEqual(['On my way.']);
    expect(alert.timeline.map(({ code }) => code)).toEqual(['CONDITION_MET', 'RAISED', 'ACKNOWLEDGED', 'COMMENTED']);
    expect(alert.state).toBe('OPEN');
  });

  test('the timeline shows how it began and its newest steps, however many there are', async () => {
    const guid = await raise();
    const { body: me } = await picket.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', {
      as: picket.admin,
    });
    await picket.platform.db.console.query(
      `INSERT INTO alert_step (tenant_guid, alert_guid, at, recorded_at, code, detail)
       SELECT $1::uuid, $2::uuid, $3::timestamptz + i * interval '1 s', $3::timestamptz, 'ESCALATED', jsonb_build_object('notification', i)
         FROM generate_series(1, 1200) i`,
      [me.tenant.guid, guid, new Date(picket.clock.now())],
    );
    const { timeline } = await detail(guid);
    expect(timeline.slice(0, 2).map(({ code }) => code)).toEqual(['CONDITION_MET', 'RAISED']);
    expect(timeline.at(2)?.detail).toEqual({ notification: 201 });
    expect(timeline.at(-1)?.detail).toEqual({ notification: 1200 });
    expect(timeline).toHaveLength(1002);
  });

  test('a viewer of another location cannot see it or act on it', async () => {
    const guid = await raise();
    const elsewhere = await picket.addLocation(`Elsewhere ${picket.clock.now()}`);
    const viewer = await picket.addPerson('VIEWER', elsewhere);
    expect((await picket.call('GET', `/alerts/${guid}`, { as: viewer })).status).toBe(404);
    expect((await picket.call('POST', `/alerts/${guid}/acknowledge`, { as: viewer })).status).toBe(404);
    expect(await picket.alerts('', viewer)).toEqual([]);
  });

  test('removing the sentry ends its open alerts and says why', async () => {
    const guid = await raise();
    await picket.call('DELETE', `/sentries/${device.sentry}`, { as: picket.admin });
    const alert = await detail(guid);
    expect(alert.state).toBe('CLEARED');
    expect(alert.timeline.at(-1)?.code).toBe('SENTRY_REMOVED');
  });

  test('the device’s own alert and one raised by a person', async () => {
    const at = formatInstant(picket.clock.now());
    const own = await picket.call<{ guid: string }>('POST', '/sentry/alerts', {
      as: device,
      body: { severity: 250, message: 'Lens covered', at },
    });
    expect(await detail(own.body.guid)).toMatchObject({
      kind: 'ALERT',
      message: 'Lens covered',
      severityLabel: 'warning',
      state: 'OPEN',
    });
    const generic = await picket.call<{ guid: string }>('POST', '/alerts', {
      as: picket.admin,
      body: { location, severity: 100, message: 'Drill' },
    });
    expect(generic.body).toMatchObject({ kind: 'GENERIC_ALERT', severityLabel: 'info' });
    const viewer = await picket.addPerson('VIEWER', location);
    expect(
      (await picket.call('POST', '/alerts', { as: viewer, body: { location, severity: 1, message: 'x' } })).status,
    ).toBe(403);
  });

  test('the device’s own alert, sent again since no answer came, is one', async () => {
    const at = formatInstant(picket.clock.now());
    const send = async (more: object = {}) => {
      const body = { severity: 250, message: 'Fan failed', at, ...more };
      const { status, body: answer } = await picket.call<{ guid: string }>('POST', '/sentry/alerts', {
        as: device,
        body,
      });
      expect(status).toBe(201);
      return answer.guid;
    };
    const guid = await send();
    picket.clock.pass(5);
    expect(await send()).toBe(guid);
    expect((await detail(guid)).timeline.map(({ code }) => code)).toEqual(['RAISED']);
    expect(await send({ severity: 260 })).not.toBe(guid);
    expect(await send({ at: formatInstant(picket.clock.now()) })).not.toBe(guid);
    expect((await mine()).length).toBe(3);
  });

  test('each fluid sensor has its own alert', async () => {
    const leak = (serial: string) => picket.send(device, `fluid-FX2-${serial}_leak`, 1);
    await picket.pair(location, device, 'A1', 'B2');
    await leak('A1');
    await leak('B2');
    const alerts = await mine();
    expect(alerts.map(({ violation, subject }) => [violation, subject]).sort()).toEqual([
      ['Fluid leak', 'fluid-FX2-A1'],
      ['Fluid leak', 'fluid-FX2-B2'],
    ]);
  });
});

describe('lists', () => {
  test('filters and pages', async () => {
    await raise();
    await picket.send(device, 'environment_humidity', 90);
    await picket.send(device, 'power_badSource', 1);
    expect((await mine()).length).toBe(3);
    expect((await mine('&minSeverity=350')).map(({ violation }) => violation).sort()).toEqual([
      'Bad power source',
      'Too hot',
    ]);
    expect(await mine('&state=CLEARED')).toEqual([]);
    expect((await mine('&kind=POLICY_ALERT_WITH_READINGS')).length).toBe(3);
    expect(await mine('&muted=true')).toEqual([]);
    expect(await mine(`&from=${formatInstant(picket.clock.now() + 1000)}`)).toEqual([]);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await picket.call<ResponseOf<'GET /alerts'>>(
        'GET',
        `/alerts?sentry=${device.sentry}&limit=1${cursor}`,
        { as: picket.admin },
      );
      seen.push(...page.body.items.map(({ guid }) => guid));
      cursor = page.body.nextCursor === null ? '' : `&cursor=${page.body.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual((await mine()).map(({ guid }) => guid));
  });

  test('an unchanged list returns 304', async () => {
    await raise();
    const path = `/alerts?sentry=${device.sentry}`;
    const first = await picket.call('GET', path, { as: picket.admin });
    const again = await picket.call('GET', path, {
      as: picket.admin,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.status).toBe(304);
  });
});
