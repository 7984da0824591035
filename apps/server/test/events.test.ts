/** Events over real HTTP: visibility, order, exactly once, resumable. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { StreamEventOut } from '@picket/contracts/stream';
import { formatInstant } from '@picket/domain/time';

import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Device, openPicket, type Picket, type Session } from './harness.ts';

let picket: Picket;
let base: string;
let location: string;
let device: Device;

beforeAll(async () => {
  picket = await openPicket();
  base = await picket.server.app.listen({ host: '127.0.0.1', port: 0 });
  location = await picket.addLocation();
  device = await picket.addDevice(location);
});
afterAll(() => picket.close());

interface Stream {
  /** Without `started` and `heartbeat`. */
  readonly events: { id: string | null; event: StreamEventOut }[];
  /** As they were sent. */
  readonly heartbeats: readonly string[];
  /** Whether what was missed is replayed; null: the event `started` was not received yet. */
  readonly resumed: () => boolean | null;
  readonly ended: Promise<void>;
  close(): void;
  until(condition: (events: Stream['events']) => boolean): Promise<void>;
}

async function open(as: Session, lastEventId?: string, query = ''): Promise<Stream> {
  const stop = new AbortController();
  const response = await fetch(`${base}/api/v1/events${query}`, {
    headers: { cookie: as.cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: Stream['events'] = [];
  const heartbeats: string[] = [];
  let text = '';
  let resumed: boolean | null = null;
  const ended = (async () => {
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^data: (.*)$/mu.exec(block)?.[1];
        if (data === undefined) continue;
        const event: StreamEventOut = JSON.parse(data);
        if (event.type === 'started') resumed = event.resumed;
        else if (event.type === 'heartbeat') heartbeats.push(block);
        else events.push({ id: /^id: (.*)$/mu.exec(block)?.[1] ?? null, event });
      }
    }
  })().catch(() => {});
  // No wait: once the headers are here, no event is missed.
  return {
    events,
    heartbeats,
    resumed: () => resumed,
    ended,
    close: () => stop.abort(),
    until: (condition) => expect.poll(() => condition(events)).toBe(true),
  };
}

/** Raises one alert, and clears it. */
async function flicker(one = device): Promise<void> {
  picket.clock.pass(1);
  await picket.send(one, 'power_badSource', 1);
  picket.clock.pass(1);
  await picket.send(one, 'power_badSource', 0);
}
const alertsOf = (stream: Stream) => stream.events.flatMap(({ event }) => (event.type === 'alert' ? [event] : []));

test('a heartbeat is an event without an id: browsers pass it on, and the place to resume from stays', async () => {
  const stream = await open(picket.admin);
  await expect.poll(() => stream.heartbeats.length).toBeGreaterThan(0);
  expect(stream.heartbeats[0]).toBe('event: heartbeat\ndata: {"type":"heartbeat","everySeconds":5}');
  stream.close();
});

test('readings and alerts arrive, in order', async () => {
  const stream = await open(picket.admin);
  await flicker();
  await stream.until((events) => events.filter(({ event }) => event.type === 'alert').length === 2);
  expect(alertsOf(stream).map(({ change }) => change)).toEqual(['RAISED', 'CLEARED']);
  const readings = stream.events.flatMap(({ event }) => (event.type === 'reading' ? [event] : []));
  expect(readings.map(({ readings: [first] }) => first?.value)).toEqual([1, 0]);
  expect(readings[0]?.receivedAt).toBe(formatInstant(picket.clock.now() - 1000));
  stream.close();
});

test('a resumed stream gets missed events once, without readings', async () => {
  const first = await open(picket.admin);
  await flicker();
  await first.until((events) => events.filter(({ event }) => event.type === 'alert').length === 2);
  const lastId = first.events.findLast(({ id }) => id !== null)?.id ?? '';
  first.close();
  await flicker();
  await flicker();
  const second = await open(picket.admin, lastId);
  await second.until((events) => events.length >= 4);
  await flicker();
  await second.until((events) => events.filter(({ event }) => event.type === 'alert').length === 6);
  const caughtUp = second.events.slice(0, 4);
  expect(caughtUp.every(({ event }) => event.type === 'alert')).toBe(true);
  const ids = second.events.flatMap(({ id }) => (id === null ? [] : [id]));
  expect(new Set(ids).size).toBe(ids.length);
  second.close();
});

test('an alert arrives with what is open at its location now', async () => {
  const room = await picket.addLocation('Counted');
  const sentry = await picket.addDevice(room);
  const stream = await open(picket.admin);
  await flicker(sentry);
  await stream.until(() => alertsOf(stream).length === 2);
  const at = alertsOf(stream).map(({ locationAlerts }) => locationAlerts);
  expect(at.at(-1)).toEqual({ openAlerts: 0, worst: 'none' });
  picket.clock.pass(1);
  await picket.send(sentry, 'power_badSource', 1);
  await stream.until(() => alertsOf(stream).length === 3);
  expect(alertsOf(stream)[2]?.locationAlerts).toMatchObject({
    openAlerts: 1,
    worst: alertsOf(stream)[2]?.alert.severityLabel,
  });
  stream.close();
});

test('the alert about an edit names its editor', async () => {
  const stream = await open(picket.admin);
  const { body: me } = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: picket.admin });
  const { body: list } = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies', { as: picket.admin });
  const [policy] = list.items;
  const body = { name: `${policy?.name}, edited` };
  expect((await picket.call('PATCH', `/policies/${policy?.guid}`, { as: picket.admin, body })).status).toBe(200);
  await stream.until(() => alertsOf(stream).length === 1);
  expect(alertsOf(stream)[0]).toMatchObject({ change: 'RAISED', by: me.guid, alert: { kind: 'POLICY_CHANGE_ALERT' } });
  stream.close();
});

test('another organization and a viewer of another location get no events', async () => {
  const elsewhere = await picket.addLocation('Elsewhere');
  const viewer = await picket.addPerson('VIEWER', elsewhere);
  const here = await picket.addPerson('VIEWER', location);
  const other = await picket.addTenant('Another');
  const ownDevice = await picket.addDevice(elsewhere);
  const foreignDevice = await picket.addDevice(await picket.addLocation('Abroad', other.admin), {}, other.admin);
  const [blind, foreign, seeing] = await Promise.all([open(viewer), open(other.admin), open(here)]);
  await flicker();
  await seeing.until((events) => events.filter(({ event }) => event.type === 'alert').length === 2);
  // What comes later arrives, so what came before would have arrived as well.
  await flicker(ownDevice);
  await flicker(foreignDevice);
  for (const stream of [blind, foreign]) {
    await stream.until(() => alertsOf(stream).length === 2);
    const text = JSON.stringify(stream.events);
    expect([location, device.sentry].filter((guid) => text.includes(guid))).toEqual([]);
  }
  for (const stream of [blind, foreign, seeing]) stream.close();
});

test('a stream ends with its session, and says so', async () => {
  const viewer = await picket.addPerson('VIEWER', location);
  const stream = await open(viewer);
  await picket.call('POST', '/auth/logout', { as: viewer });
  await stream.ended;
  expect(stream.events.at(-1)).toEqual({ id: null, event: { type: 'ended', reason: 'SESSION_ENDED' } });
});

test.each([
  ['none', ''],
  ['of an earlier version', '17-4'],
  ['of somebody who tries something', `1' OR 1=1`],
  ['of another database', '00000000.1.zzzzzzzz'],
  ['too long', 'x'.repeat(4000)],
])('with an id that is %s the stream starts again, and says so', async (_name, id) => {
  for (const stream of [await open(picket.admin, id), await open(picket.admin, undefined, `?lastEventId=${id}`)]) {
    await expect.poll(stream.resumed).toBe(false);
    stream.close();
  }
});

test('the id resumes as a header and as a parameter; the header, which a browser sends, is newer', async () => {
  const first = await open(picket.admin);
  await flicker();
  await first.until((events) => events.filter(({ event }) => event.type === 'alert').length === 2);
  first.close();
  const [raised, cleared] = first.events.flatMap(({ id }) => (id === null ? [] : [id]));
  const changes = async (stream: Stream): Promise<readonly string[]> => {
    await expect.poll(stream.resumed).toBe(true);
    stream.close();
    return alertsOf(stream).map(({ change }) => change);
  };
  expect(await changes(await open(picket.admin, undefined, `?lastEventId=${raised}`))).toEqual(['CLEARED']);
  expect(await changes(await open(picket.admin, cleared, `?lastEventId=${raised}`))).toEqual([]);
});

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('a client that disconnects during authentication leaves no timer behind', async () => {
  const LEAVING = 20;
  const holder = new pg.Client({ connectionString: picket.platform.db.connectionString });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE session IN ACCESS EXCLUSIVE MODE');
  const closed: Promise<unknown>[] = [];
  const onConnection = (socket: Socket): void => {
    closed.push(once(socket, 'close'));
  };
  picket.server.app.server.on('connection', onConnection);
  const before = timers();
  const sockets = Array.from({ length: LEAVING }, () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${picket.admin.cookie}\r\n\r\n`);
    return socket;
  });
  const waiting = async (): Promise<number> => {
    const { rows } = await holder.query(
      `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'session'::regclass`,
    );
    return rows[0].count;
  };
  while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const socket of sockets) socket.destroy();
  while (closed.length < LEAVING) await new Promise((resolve) => setTimeout(resolve, 20));
  await Promise.all(closed);
  picket.server.app.server.off('connection', onConnection);
  await holder.query('ROLLBACK');
  await holder.end();
  // The next client is authenticated after them.
  (await open(picket.admin)).close();
  expect(timers() - before).toBeLessThan(LEAVING / 2);
});

/** The head of the response, with its stream left open and unread. */
async function asked(
  as: Session,
): Promise<{ readonly status: number; readonly text: string; readonly answer: Response; close(): void }> {
  const stop = new AbortController();
  const answer = await fetch(`${base}/api/v1/events`, { headers: { cookie: as.cookie }, signal: stop.signal });
  return {
    status: answer.status,
    text: answer.status === 200 ? '' : await answer.text(),
    // Kept referenced: fetch closes the stream of a response that is garbage-collected.
    answer,
    close: () => stop.abort(),
  };
}

test('a person has at most 20 streams; others are not affected, and closing one frees a slot', async () => {
  const viewer = await picket.addPerson('VIEWER', location);
  const streams = await Promise.all(Array.from({ length: 20 }, () => asked(viewer)));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const refused = await asked(viewer);
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('You have 20 event streams open');
  const otherUser = await asked(picket.admin);
  expect(otherUser.status).toBe(200);
  otherUser.close();
  streams[0]?.close();
  const opened: { close(): void }[] = [];
  await expect
    .poll(async () => {
      const one = await asked(viewer);
      opened.push(one);
      return one.status;
    })
    .toBe(200);
  for (const stream of [...streams, ...opened]) stream.close();
});

test('a stream beyond the limit takes the place of the oldest, which ends with the reason, unless that is younger than a minute', async () => {
  const viewer = await picket.addPerson('VIEWER', location);
  const oldest = await open(viewer);
  const others = await Promise.all(Array.from({ length: 19 }, () => asked(viewer)));
  picket.clock.pass(59);
  expect((await asked(viewer)).status).toBe(429);
  picket.clock.pass(1);
  const next = await asked(viewer);
  expect(next.status).toBe(200);
  await oldest.ended;
  expect(oldest.events.at(-1)).toEqual({ id: null, event: { type: 'ended', reason: 'REPLACED' } });
  for (const stream of [...others, next]) stream.close();
});

test('a stream whose reader has stalled is closed', async () => {
  const viewer = await picket.addPerson('VIEWER', location);
  const connections = (): Promise<number> =>
    new Promise((resolve) => {
      picket.server.app.server.getConnections((_error, count) => resolve(count));
    });
  const before = await connections();
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  socket.pause();
  socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: picket\r\nCookie: ${viewer.cookie}\r\n\r\n`);
  await expect.poll(connections).toBe(before + 1);
  // Far more than the buffers between a server and a reader take.
  await picket.platform.db.console.query(
    `INSERT INTO live_event (tenant_guid, location_guid, data, created_at)
     SELECT l.tenant_guid, l.guid, jsonb_build_object('type', 'sensor', 'sentry', $2::text, 'model', 'FX2',
            'serialNumber', repeat('x', 20000), 'status', 'PAIRED'), now()
       FROM location l CROSS JOIN generate_series(1, 1000) WHERE l.guid = $1::uuid`,
    [location, device.sentry],
  );
  await expect.poll(connections).toBe(before);
});
