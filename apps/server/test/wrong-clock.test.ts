/** The server's clock is set while sentries report: nothing is lost, nobody is called offline, and it ends by itself. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { runHousekeeping } from '../src/app/housekeeping.ts';
import { addCamera, uploadClip } from './clip-uploads.ts';
import { type Device, type Picket, picketForTest } from './harness.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';

const HOUR = 3600;
const START = Date.UTC(2026, 2, 2, 10);

/** A sentry whose own clock is right: it keeps what is not taken, and sends it again. */
class Reporter {
  readonly #picket: Picket;
  readonly device: Device;
  readonly #kept: number[] = [];
  readonly acknowledged: number[] = [];
  rejected = 0;
  constructor(picket: Picket, device: Device) {
    this.#picket = picket;
    this.device = device;
  }
  async report(trueTime: number): Promise<number> {
    this.#kept.push(trueTime);
    const readings = this.#kept.map((at) => ({
      sensorMetricId: 'environment_temperature',
      at: formatInstant(at),
      values: { value: 21 },
    }));
    const answer = await this.#picket.call<{ rejected: unknown[] }>('POST', '/sentry/telemetry', {
      as: this.device,
      body: { sentAt: formatInstant(trueTime), readings },
    });
    if (answer.status === 200) {
      this.rejected += answer.body.rejected.length;
      this.acknowledged.push(...this.#kept.splice(0));
    } else {
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/u);
    }
    return answer.status;
  }
}

/** A server whose clock and whose database's may be off from a true time that passes. */
async function openWorld() {
  let databaseOff = 0;
  let off = 0;
  let passed = 0;
  const trueTime = (): number => START + passed * 1000;
  const databaseTime = async (): Promise<number> => trueTime() + databaseOff * 1000;
  const picket = await picketForTest({ now: START, probes: { ...HEALTHY_PROBES, databaseTime } });
  const reporter = new Reporter(picket, await picket.addDevice(await picket.addLocation()));
  /** Heartbeats, ticks and a report a minute, by true time; answers the status of each report. */
  const live = async (seconds: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let done = 0; done < seconds; done += 10) {
      picket.clock.pass(10);
      passed += 10;
      await picket.heartbeat();
      await picket.tick();
      if (passed % 60 === 0) statuses.push(await reporter.report(trueTime()));
    }
    return statuses;
  };
  const set = (serverOff: number, ofDatabase: number): void => {
    picket.clock.step(serverOff - off);
    off = serverOff;
    databaseOff = ofDatabase;
  };
  /** Sessions do not last as long as these hours. */
  const alerts = async (query = '') => {
    picket.admin = await picket.signIn('admin@picket.example');
    return picket.alerts(query);
  };
  const offline = async (): Promise<string[]> =>
    (await alerts()).flatMap(({ violation = '' }) => (violation.startsWith('No report') ? [violation] : []));
  const stored = async (): Promise<number[]> => {
    const { rows } = await picket.platform.db.console.query<{ at: Date }>('SELECT at FROM reading ORDER BY at');
    return rows.map(({ at }) => at.getTime());
  };
  await live(300);
  return { picket, reporter, live, set, alerts, offline, stored };
}

test.for([
  { what: 'the server alone', server: HOUR, database: 0 },
  { what: 'the server alone', server: -HOUR, database: 0 },
  { what: 'the database alone', server: 0, database: HOUR },
  { what: 'the database alone', server: 0, database: -HOUR },
  { what: 'both', server: HOUR, database: HOUR },
  { what: 'both', server: -HOUR, database: -HOUR },
])('$what: $server s, $database s, for 50 s and for ten minutes', async ({ server, database }) => {
  const { reporter, live, set, offline, stored } = await openWorld();
  for (const seconds of [50, 600]) {
    set(server, database);
    await live(seconds);
    set(0, 0);
    const after = await live(300);
    expect(after.at(-1)).toBe(200);
    await live(60 - ((300 + seconds) % 60));
  }
  expect(reporter.rejected).toBe(0);
  expect(await offline()).toEqual([]);
  expect(await stored()).toEqual([...reporter.acknowledged].sort((a, b) => a - b));
  expect(reporter.acknowledged.length).toBeGreaterThanOrEqual(21);
});

test('while it is wrong: 503, a system alert after a minute that ends, and alerts raised by a sentry are accepted', async () => {
  const { picket, reporter, live, set, alerts } = await openWorld();
  const { selfMonitor } = picket.server.pipeline;
  await live(10);
  set(-HOUR, 0);
  expect(await live(50)).toEqual([503]);
  expect(await selfMonitor.runChecks()).toEqual([]);
  expect((await picket.call('GET', '/health')).status).toBe(503);
  await live(20);
  expect((await selfMonitor.runChecks()).map(({ text }) => text)).toEqual([
    'This server’s clock jumped back by 3600 s; readings wait until it is right again, or certain to be',
  ]);
  const raised = await picket.call('POST', '/sentry/alerts', {
    as: reporter.device,
    body: { severity: 400, message: 'Smoke', at: formatInstant(picket.clock.now()) },
  });
  expect(raised.status).toBeLessThan(300);
  expect((await alerts('&state=OPEN')).map(({ message }) => message)).toEqual(
    expect.arrayContaining(['Smoke', expect.stringContaining('clock jumped back by 3600 s')]),
  );
  set(0, 0);
  await live(60);
  expect(await selfMonitor.runChecks()).toEqual([]);
  expect((await alerts('&state=OPEN')).map(({ message }) => message)).toEqual(['Smoke']);
  expect((await picket.call('GET', '/health')).status).toBe(204);
});

test('a sentry that goes offline while the clock is wrong is detected afterwards, counting only server uptime', async () => {
  const { picket, live, set, offline } = await openWorld();
  await offline();
  const dead = await picket.addDevice(await picket.addLocation('Cellar'));
  await picket.report(dead, []);
  set(HOUR, 0);
  await live(600);
  set(0, 0);
  await live(100);
  expect(await offline()).toEqual([]);
  await live(40);
  expect(await offline()).toEqual(['No report for 2 minutes']);
});

test('a server that starts behind what it has stored waits until its sentries say that the time is right', async () => {
  const { picket, reporter, live, set, offline } = await openWorld();
  // The clock was a year ahead, and all believed it.
  set(365 * 24 * HOUR, 365 * 24 * HOUR);
  await live(600);
  expect(picket.clock.isUntrusted()).toBe(false);
  set(0, 0);
  await live(60);
  const statuses = await live(300);
  expect(statuses.at(-1)).toBe(200);
  expect(reporter.rejected).toBe(0);
  expect(await offline()).toEqual([]);
  // Time that went back is no reason to overlook silence.
  const dead = await picket.addDevice(await picket.addLocation('Cellar'));
  await picket.report(dead, []);
  await live(180);
  expect(await offline()).toEqual(['No report for 2 minutes']);
});

test('an offline alert from ahead of the clock ends with the next report once the clock went back', async () => {
  const { picket, live, set, alerts } = await openWorld();
  const dead = await picket.addDevice(await picket.addLocation('Cellar'));
  await picket.report(dead, []);
  set(365 * 24 * HOUR, 365 * 24 * HOUR);
  await live(1200);
  const open = async () => (await alerts(`&sentry=${dead.sentry}&state=OPEN`)).map(({ violation }) => violation);
  expect(await open()).toEqual(['No report for 15 minutes']);
  set(0, 0);
  await live(360);
  expect(await open()).toEqual(['No report for 15 minutes']);
  await picket.report(dead, []);
  expect(await open()).toEqual([]);
  await live(920);
  expect(await open()).toEqual(['No report for 15 minutes']);
});

test('after time went ahead by more than a day nothing is deleted for its age during a week, and an alert says so', async () => {
  const { picket, reporter, live, set } = await openWorld();
  const { selfMonitor, clips } = picket.server.pipeline;
  const put = await picket.call('PUT', '/retention', { as: picket.admin, body: { keepDays: { READINGS: 90 } } });
  expect(put.status).toBe(200);
  await addCamera(picket, reporter.device);
  await uploadClip(picket, reporter.device);
  const reading = (hour: number) => ({
    sensorMetricId: 'environment_temperature',
    at: formatInstant(START - (72 - hour) * HOUR * 1000),
    values: { value: 20 },
  });
  await picket.report(
    reporter.device,
    Array.from({ length: 24 }, (_, hour) => reading(hour)),
    true,
  );
  await picket.pack();
  const { prisma, console: sql } = picket.platform.db;
  const kept = async () => ({
    clips: await prisma.clip.count({ where: { state: 'READY' } }),
    packedDays: (await sql.query('SELECT 1 FROM reading_chunk')).rowCount,
  });
  const before = await kept();
  expect(before).toEqual({ clips: 1, packedDays: expect.toSatisfy((days: number) => days > 0) });
  set(365 * 24 * HOUR, 365 * 24 * HOUR);
  await live(120);
  expect(picket.clock.isUntrusted()).toBe(false);
  expect(await clips.applyRetention()).toBe(0);
  await runHousekeeping(picket.platform);
  expect(await kept()).toEqual(before);
  const problems = (await selfMonitor.findProblems()).map(({ text }) => text);
  expect(problems).toContainEqual(
    expect.stringMatching(/^Picket did not run for 365 days, or its clock was wrong.* until 2027-03-09 \d\d:\d\d UTC/u),
  );
  // The year is over: it was right.
  picket.clock.pass(7 * 86_400);
  expect(await clips.applyRetention()).toBe(1);
  await runHousekeeping(picket.platform);
  expect(await kept()).toEqual({ clips: 0, packedDays: 0 });
});
