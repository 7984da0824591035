/** Downloads over real sockets: who does not read holds nothing that others need, and what breaks off never looks whole. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Device, openPicket, type Picket, type Session } from './harness.ts';

const READERS = 110;
/** Of 2 kB each: far more than the buffers between a server and a reader take. */
const COMMENTS = 15_000;
const STALLED_AFTER_SECONDS = 1;

let picket: Picket;
let base: URL;
let location: string;
let other: { readonly admin: Session; readonly device: Device };

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_DOWNLOAD_TIMEOUT: String(STALLED_AFTER_SECONDS) } });
  base = new URL(await picket.server.app.listen({ host: '127.0.0.1', port: 0 }));
  location = await picket.addLocation('Cellar');
  const alert = await picket.call<{ guid: string }>('POST', '/alerts', {
    as: picket.admin,
    body: { location, severity: 400, message: 'Water' },
  });
  await picket.platform.db.console.query(
    `INSERT INTO alert_comment (tenant_guid, guid, alert_guid, by_guid, by_name, text, created_at)
     SELECT u.tenant_guid, gen_random_uuid(), $1::uuid, u.guid, 'admin', repeat('x', 2000), now()
       FROM user_account u CROSS JOIN generate_series(1, $2::int) WHERE u.email = 'admin@picket.example'`,
    [alert.body.guid, COMMENTS],
  );
  await picket.send(await picket.addDevice(location), 'environment_temperature', 20);
  const { admin } = await picket.addTenant('Other');
  other = { admin, device: await picket.addDevice(await picket.addLocation('Elsewhere', admin), {}, admin) };
});
afterAll(() => picket.close());

interface Reader {
  readonly status: number;
  readonly socket: Socket;
}

/** Asks for a download, reads the head of the answer and nothing after it. */
async function unread(path: string, as: Session): Promise<Reader> {
  const socket = connect(Number(base.port), base.hostname);
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: ${base.host}\r\nCookie: ${as.cookie}\r\n\r\n`);
  await once(socket, 'readable');
  const head = String(socket.read(12));
  return { status: Number(head.slice(9)), socket };
}

/** Connections of this server's, by what they do. */
async function connections(): Promise<{ readonly all: number; readonly idleInTransaction: number }> {
  const { rows } = await picket.platform.db.console.query<{ all: number; idleInTransaction: number }>(
    `SELECT count(*)::int AS all, (count(*) FILTER (WHERE state = 'idle in transaction'))::int AS "idleInTransaction"
       FROM pg_stat_activity WHERE datname = current_database()`,
  );
  return rows[0] ?? { all: 0, idleInTransaction: 0 };
}

/** What everybody else does meanwhile. */
async function othersAreServed(): Promise<void> {
  const answers = await Promise.all([
    picket.send(other.device, 'environment_temperature', 20),
    picket.call('GET', '/views/locations', { as: other.admin }),
    picket.call('GET', '/alerts', { as: other.admin }),
    picket.call('GET', '/views/locations', { as: picket.admin }),
    picket.call('GET', '/users/my-profile', { as: picket.admin }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}

test(`${READERS} unread downloads of one user hold no database connection`, async () => {
  const before = await connections();
  const readers = await Promise.all(
    Array.from({ length: READERS }, () => unread('/users/my-profile/export', picket.admin)),
  );
  for (let round = 0; round < 5; round++) await othersAreServed();
  const held = await connections();
  expect(held.idleInTransaction).toBe(0);
  expect(held.all - before.all).toBeLessThan(20);
  expect(readers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(readers.filter(({ status }) => status === 429)).toHaveLength(READERS - 1);
});

test('a stalled reader is disconnected, and then the user may download again', async () => {
  await freed();
  const stopped = await unread('/users/my-profile/export', picket.admin);
  const refused = await unread('/users/my-profile/export', picket.admin);
  expect([stopped.status, refused.status]).toEqual([200, 429]);
  await freed();
});

test('the limit of downloads is per organization', async () => {
  await freed();
  const people = await Promise.all(Array.from({ length: 6 }, () => picket.addPerson('ADMIN')));
  const readers = await Promise.all(people.map((person) => unread('/tenant/export', person)));
  expect(readers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
  const refused = await picket.call<{ message: string }>('GET', '/audit/export', { as: picket.admin });
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
  expect(refused.body.message).toContain('4 downloads in progress');
  expect((await picket.call('GET', '/audit/export', { as: other.admin })).status).toBe(200);
  await othersAreServed();
  expect((await connections()).idleInTransaction).toBe(0);
  for (const { socket } of readers) socket.destroy();
});

const telemetry = (): string =>
  `/locations/${location}/telemetry/export?from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z`;
const urlOf = (path: string): URL => new URL(`/api/v1${path}`, base);

/** Until nobody of the organization downloads any more. */
async function freed(): Promise<void> {
  await expect.poll(async () => (await picket.call('GET', '/audit/export', { as: picket.admin })).status).toBe(200);
}

/** The body as it was before it was compressed. Throws where the answer breaks off. */
async function wholeOf(answer: IncomingMessage): Promise<string> {
  const encoding = answer.headers['content-encoding'];
  const inflate = encoding === 'br' ? createBrotliDecompress() : encoding === 'gzip' ? createGunzip() : null;
  let text = '';
  // A pipeline also fails where the answer broke off before anybody read it; a pipe would wait for ever.
  for await (const chunk of inflate === null ? answer : pipeline(answer, inflate, () => {})) text += chunk;
  return text;
}

/** A download as a client gets it, whatever the answer is. */
async function asked(path: string, as: Session, encoding: string): Promise<IncomingMessage> {
  const request = get(urlOf(path), { headers: { ...as, 'accept-encoding': encoding }, agent: false });
  const [answer] = await once(request, 'response');
  // The response shows an aborted download.
  request.on('error', () => {});
  return answer;
}

async function download(path: string, as: Session, encoding = 'identity'): Promise<IncomingMessage> {
  const answer = await asked(path, as, encoding);
  expect(answer.statusCode).toBe(200);
  return answer;
}

test.each(['/users/my-profile/export', '/tenant/export'])('%s that is whole ends with its last line', async (path) => {
  await freed();
  const answer = await download(path, picket.admin);
  const lines = (await wholeOf(answer)).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(COMMENTS);
  expect(lines.at(-1)).toBe('{"picket":"end"}');
  expect(answer.trailers['picket-lines']).toBe(String(lines.length));
});

test.each(['identity', 'gzip', 'br'])('a CSV that is whole says how many lines it has (%s)', async (encoding) => {
  await freed();
  for (const path of ['/audit/export', telemetry()]) {
    const answer = await download(path, picket.admin, encoding);
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
    const lines = (await wholeOf(answer)).trimEnd().split('\r\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(answer.trailers['picket-lines']).toBe(String(lines.length));
  }
});

test.each([
  ['/tenant/export', 'identity', /^\{.*\}$/u],
  ['/audit/export', 'gzip', /^(?:ordinal|\d+),.*$/u],
])('who speaks HTTP/1.0 gets the file as it is, to its end (%s, %s)', async (path, encoding, line) => {
  await freed();
  const socket = connect(Number(base.port), base.hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  const headers = `Cookie: ${picket.admin.cookie}\r\nAccept-Encoding: ${encoding}`;
  socket.write(`GET /api/v1${path} HTTP/1.0\r\n${headers}\r\n\r\n`);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part);
  const answer = Buffer.concat(parts);
  const body = answer.indexOf('\r\n\r\n') + 4;
  expect(answer.toString('latin1', 0, body)).not.toMatch(/^(?:transfer-encoding|trailer):/imu);
  const bytes = answer.subarray(body);
  const lines = (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString().trimEnd().split(/\r?\n/u);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((text) => !line.test(text))).toEqual([]);
});

test.each(['identity', 'gzip', 'br'])(
  'what breaks off because the database fails is an error (%s)',
  async (encoding) => {
    await freed();
    // The first line is sent when the page after it waits for this lock; its connection is ended then.
    const holder = new pg.Client({ connectionString: picket.platform.config.databaseUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('BEGIN; LOCK TABLE reading IN ACCESS EXCLUSIVE MODE');
    // Read from the beginning: what breaks off while nobody listens says nothing of it later.
    const outcome = asked(telemetry(), picket.admin, encoding)
      .then(async (answer) => {
        await wholeOf(answer);
        expect(answer.trailers).toEqual({});
        return `${answer.statusCode} whole`;
      })
      .catch((error: NodeJS.ErrnoException) => error.code);
    await expect
      .poll(async () => {
        const { rowCount } = await holder.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'picket exports' AND wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(1);
    // Where nothing was sent yet (the compressor keeps the first bytes), there is still time for a status.
    expect(['ECONNRESET', '503 whole']).toContain(await outcome);
  },
);
