/** Reports with large pictures: what they count as, and that ordinary reports are stored beside them. */
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { formatInstant } from '@picket/domain/time';
import { expect, onTestFinished, test } from 'vitest';
import { closeGate, loadOf, openWorld, waiting } from './fairness-world.ts';
import type { Device, Picket } from './harness.ts';

const ROWS = 480;
const COLUMNS = 640;
const PICTURE = Buffer.alloc(4 * ROWS * COLUMNS).toString('base64');

/** A report with pictures of 1.2 MB. `turn`: no two reports have a time in common. */
const reportOf = ({ clock }: Picket, pictures: number, turn: number): string =>
  JSON.stringify({
    sentAt: formatInstant(clock.now()),
    readings: Array.from({ length: pictures }, (_, place) => ({
      sensorMetricId: 'thermal_temperature',
      at: formatInstant(clock.now() - turn * 10_000 - place * 1000),
      frame: { rows: ROWS, columns: COLUMNS, data: PICTURE },
    })),
  });

test('a kibibyte of a picture counts as much as a reading', async () => {
  const { picket, noisy, send } = await openWorld({
    PICKET_INGEST_SENTRY_RATE: '10',
    PICKET_INGEST_SENTRY_BURST: '3000',
  });
  const [first, other] = noisy;
  if (first === undefined || other === undefined) throw new Error('there are no devices');
  const statuses: number[] = [];
  for (let turn = 0; turn < 3; turn++) statuses.push((await send(first, 0, reportOf(picket, 2, turn))).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await send(other, 1)).status).toBe(200);
});

test('large pictures are stored in another transaction than the ordinary report of another organization', async () => {
  const world = await openWorld({ PICKET_INGEST_CONCURRENCY: '1' });
  const { picket, noisy, quiet, send } = world;
  const [first, second] = noisy;
  const [one] = quiet;
  if (first === undefined || second === undefined || one === undefined) throw new Error('there are no devices');
  const openGate = await closeGate(world, first);
  const large = send(second, 0, reportOf(picket, 1, 0));
  await waiting(world, 1);
  const ordinary = send(one, 1);
  await waiting(world, 2);
  await openGate();
  expect([(await large).status, (await ordinary).status]).toEqual([200, 200]);
  const { rows } = await picket.platform.db.console.query<{ count: number }>(
    `SELECT count(DISTINCT m.xmin::text)::int AS count FROM monitor_state m WHERE m.sentry_guid = ANY($1::uuid[])`,
    [[second.sentry, one.sentry]],
  );
  expect(rows[0]?.count).toBe(2);
});

test('large pictures take as much room in the queue as ordinary reports of their size', async () => {
  const world = await openWorld({ PICKET_INGEST_CONCURRENCY: '1', PICKET_INGEST_QUEUE_LIMIT: '100' });
  const { picket, noisy, quiet, send } = world;
  const [first, second, third] = noisy;
  const [one] = quiet;
  if (first === undefined || second === undefined || third === undefined || one === undefined)
    throw new Error('there are no devices');
  const openGate = await closeGate(world, first);
  const large = send(second, 0, reportOf(picket, 1, 0));
  await waiting(world, 1);
  expect((await send(second, 0, reportOf(picket, 1, 1))).status).toBe(503);
  const ordinary = send(one, 1);
  await waiting(world, 2);
  await openGate();
  expect([(await large).status, (await ordinary).status]).toEqual([200, 200]);
  expect(loadOf(picket).reports).toBe(0);
});

/** Opens a request whose body inflates to 3 MB so far, and goes on. */
function openLarge({ server }: Picket, device: Device): Socket {
  const address = server.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const socket = connect(address.port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const start = gzipSync(Buffer.concat([Buffer.from('{"readings":['), Buffer.alloc(3_000_000, ' ')])).subarray(0, -8);
  socket.write(
    `POST /api/v1/sentry/telemetry HTTP/1.1\r\nHost: picket\r\nAuthorization: Bearer ${device.token}\r\n` +
      'Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 4000\r\n\r\n',
  );
  socket.write(start);
  return socket;
}

test('beyond what a process holds of large bodies they get 503, and ordinary reports are stored', async () => {
  const { picket, noisy, neighbor, quiet, send } = await openWorld({});
  const [first] = noisy;
  const [one] = quiet;
  if (first === undefined || one === undefined) throw new Error('there are no devices');
  const responses: string[] = [];
  const sockets = Array.from({ length: 15 }, () => {
    const socket = openLarge(picket, first);
    socket.on('data', (chunk: Buffer) => responses.push(String(chunk)));
    // From now on: those that are refused may be closed by the server.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    return { socket, closed };
  });
  // An organization alone has half of 64 MiB, which is eleven of them.
  await expect.poll(() => responses.length).toBe(4);
  for (const response of responses) {
    expect(response).toMatch(/^HTTP\/1\.1 503 /u);
    expect(response).toMatch(/^retry-after: [1-4]\r$/imu);
  }
  expect((await send(neighbor, 1)).status).toBe(200);
  expect((await send(one, 1)).status).toBe(200);
  // Another organization has room for large ones.
  expect((await send(one, 0, reportOf(picket, 1, 0))).status).toBe(200);
  expect((await send(first, 0, reportOf(picket, 2, 0))).status).toBe(503);
  await Promise.all(
    sockets.map(({ socket, closed }) => {
      socket.destroy();
      return closed;
    }),
  );
  await expect.poll(async () => (await send(first, 0, reportOf(picket, 2, 0))).status).toBe(200);
});
