/** Two server processes on one database: nothing between them but Postgres, and nobody can tell. */
import type { StreamEventOut } from '@picket/contracts/stream';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, openPicket, type Picket, type Session } from './harness.ts';

let one: Picket;
let other: Picket;
let both: readonly Picket[];

beforeAll(async () => {
  one = await openPicket();
  const { databaseUrl, dataDir } = one.platform.config;
  other = await openPicket({ databaseUrl, dataDir });
  both = [one, other];
});
afterAll(async () => {
  await other.close();
  await one.close();
});

const pass = (seconds: number): void => {
  for (const server of both) server.clock.pass(seconds);
};

async function openStream(server: Picket, as: Session) {
  const base = server.server.app.server.listening
    ? `http://127.0.0.1:${(server.server.app.server.address() as { port: number }).port}`
    : await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  const stop = new AbortController();
  const response = await fetch(`${base}/api/v1/events`, { headers: { cookie: as.cookie }, signal: stop.signal });
  const events: StreamEventOut[] = [];
  let text = '';
  void (async () => {
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/mu.exec(text.slice(0, end))?.[1];
        text = text.slice(end + 2);
        if (data !== undefined) events.push(JSON.parse(data));
      }
    }
  })().catch(() => {});
  return { events, close: () => stop.abort() };
}

const until = (condition: () => boolean): Promise<void> => expect.poll(condition).toBe(true);

const valuesOf = (events: readonly StreamEventOut[], sensorMetricId: string): (number | null)[] =>
  events.flatMap((event) =>
    event.type === 'reading'
      ? event.readings.filter((reading) => reading.sensorMetricId === sensorMetricId).map(({ value }) => value)
      : [],
  );

test('a reading posted at one is live on a console at the other, for those who may see it', async () => {
  const location = await one.addLocation('Watched');
  const elsewhere = await one.addLocation('Elsewhere');
  const device = await one.addDevice(location);
  const stranger = await other.addTenant('Strangers');
  const viewer = await one.addPerson('VIEWER', elsewhere);
  const [watching, foreign, sideways] = await Promise.all([
    openStream(other, one.admin),
    openStream(other, stranger.admin),
    openStream(other, viewer),
  ]);
  let sent = 0;
  await until(() => {
    // Subscriptions take effect within a moment; events sent before are not lost, since the console loads the latest state.
    if (sent < 200 && valuesOf(watching.events, 'environment_temperature').length === 0) {
      pass(1);
      sent += 1;
      void one.send(device, 'environment_temperature', 20 + sent / 100);
    }
    return valuesOf(watching.events, 'environment_temperature').length > 0;
  });
  // More columns than one message holds.
  pass(1);
  const at = formatInstant(one.clock.now());
  const many = Array.from({ length: 120 }, (_, index) => ({
    sensorMetricId: `fluid-FX2-${'7'.repeat(60)}${index}_battery`,
    at,
    values: { value: 3 },
  }));
  await one.report(device, many);
  await until(() => many.every(({ sensorMetricId }) => valuesOf(watching.events, sensorMetricId).length === 1));
  expect(foreign.events.filter(({ type }) => type === 'reading')).toEqual([]);
  expect(sideways.events.filter(({ type }) => type === 'reading')).toEqual([]);
  for (const stream of [watching, foreign, sideways]) stream.close();
});

test('an edit made at one holds at the other within a second', async () => {
  const location = await one.addLocation('Edited');
  const device = await one.addDevice(location);
  await other.send(device, 'environment_temperature', 25);
  const { body: policies } = await one.call<{ items: { guid: string; name: string }[] }>('GET', '/policies', {
    as: one.admin,
  });
  const policy = policies.items.find(({ name }) => name === 'Room temperature');
  const { body: before, headers } = await one.call<{
    definition: { violations: { conditions: { threshold: number; operator: string }[] }[] };
  }>('GET', `/policies/${policy?.guid}`, { as: one.admin });
  const definition = {
    ...before.definition,
    violations: before.definition.violations.map((violation) => ({
      ...violation,
      conditions: violation.conditions.map((condition) =>
        condition.operator === 'GREATER_THAN' ? { ...condition, threshold: 24 } : condition,
      ),
    })),
  };
  const edited = await one.call('PATCH', `/policies/${policy?.guid}`, {
    as: one.admin,
    body: { definition },
    headers: { 'if-match': String(headers.etag) },
  });
  expect(edited.status).toBe(200);
  pass(2);
  await other.send(device, 'environment_temperature', 25);
  // What changed is worked out from history by whichever server ticks first.
  await other.tick();
  pass(12);
  await other.send(device, 'environment_temperature', 25);
  const alerts = await one.alerts(`&location=${location}`);
  expect(alerts.map(({ policy: of }) => of?.name)).toEqual(['Room temperature']);
});

test('reports sent to either at random raise the alerts that one server alone would raise', async () => {
  const alone = await openPicket();
  try {
    const places = await Promise.all([alone.addLocation('Rooms'), one.addLocation('Rooms')]);
    const rooms = 6;
    const quiet: Device[] = [];
    const shared: Device[] = [];
    for (let room = 0; room < rooms; room++) {
      quiet.push(await alone.addDevice(places[0], { name: `Room ${room}` }));
      shared.push(await one.addDevice(places[1], { name: `Room ${room}` }));
    }
    // The other two clocks have gone on by what the tests before took.
    const start = Math.max(...[...both, alone].map((server) => server.clock.now())) + 60_000;
    let state = 11;
    const random = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    for (let minute = 0; minute < 90; minute++) {
      for (const server of [...both, alone]) server.clock.set(start + minute * 60_000);
      if (minute % 5 === 0) for (const server of [one, alone]) await server.heartbeat();
      const sends: Promise<unknown>[] = [];
      for (let room = 0; room < rooms; room++) {
        const hot = Math.sin((minute + room * 11) / 9) > 0.2;
        const at = formatInstant(start + minute * 60_000 - 500);
        const report = [
          { sensorMetricId: 'environment_temperature', at, values: { value: hot ? 36 + random() : 21 + random() } },
          { sensorMetricId: 'power_badSource', at, values: { value: hot ? 1 : 0 } },
        ];
        const [deviceAlone, deviceOfTwo] = [quiet[room], shared[room]];
        if (deviceAlone === undefined || deviceOfTwo === undefined) throw new Error('there is no such room');
        sends.push(alone.report(deviceAlone, report));
        // The same report to both at once, now and then: one of them stores it.
        if (random() < 0.2) sends.push(one.report(deviceOfTwo, report), other.report(deviceOfTwo, report));
        else sends.push((random() < 0.5 ? one : other).report(deviceOfTwo, report));
      }
      await Promise.all(sends);
      await Promise.all([one.tick(), other.tick(), alone.tick()]);
    }
    const alertsOf = async (server: Picket, location: string | undefined) =>
      (await server.alerts(`&location=${location}`, await server.signIn('admin@picket.example')))
        .map(({ kind, severity, state: is, sentry, startedAt, raisedAt, endedAt }) =>
          JSON.stringify({ kind, severity, is, sentry: sentry?.name, startedAt, raisedAt, endedAt }),
        )
        .sort();
    const wanted = await alertsOf(alone, places[0]);
    expect(wanted.length).toBeGreaterThan(10);
    expect(await alertsOf(one, places[1])).toEqual(wanted);
  } finally {
    await alone.close();
  }
});

test('a connection that dies between two statements of a transaction fails that transaction, and nothing else', async () => {
  const { db } = one.platform;
  for (const inTx of [
    db.inSqlTx,
    db.inIngestTx,
    (work: Parameters<typeof db.inSqlTx>[0]) => db.inTx((tx) => work(tx.sql)),
  ]) {
    const died = inTx(async (sql) => {
      const { rows } = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await other.platform.db.console.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      // Nobody asks anything of it while the news arrives.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await sql.query('SELECT 1');
    });
    await expect(died).rejects.toThrow();
    expect(await inTx(async (sql) => (await sql.query('SELECT 1')).rowCount)).toBe(1);
  }
});
