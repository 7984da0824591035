/** A noisy organization or sentry beside quiet ones, over real connections: who is stored first, and who is refused. */
import { formatInstant } from '@picket/domain/time';
import { expect, test, vi } from 'vitest';
import { handleMqttMessage } from '../src/capabilities/ingest/mqtt/handle-mqtt-message.ts';
import { closeGate, loadOf, openWorld, type Sent, waiting } from './fairness-world.ts';
import type { Device, Picket } from './harness.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';

const storedReadings = async ({ platform }: Picket): Promise<number> => {
  const { rows } = await platform.db.console.query<{ count: number }>('SELECT count(*)::int AS count FROM reading');
  return rows[0]?.count ?? 0;
};

const metricsOf = async ({ server }: Picket): Promise<string> =>
  (await server.app.inject({ method: 'GET', url: '/internal/metrics', remoteAddress: '127.0.0.1' })).body;

test('the report of a quiet sentry is stored before the backlog of a noisy organization that came first', async () => {
  const world = await openWorld({ PICKET_INGEST_CONCURRENCY: '1' });
  const { noisy, quiet, neighbor, send } = world;
  const [first] = noisy;
  const [one] = quiet;
  if (first === undefined || one === undefined) throw new Error('there are no devices');
  const openGate = await closeGate(world, first);
  const answered: string[] = [];
  const sendAs = async (name: string, device: Device, readings: number): Promise<void> => {
    const { status } = await send(device, readings);
    answered.push(`${name} ${status}`);
  };
  // Several batches of them.
  const flood = Array.from({ length: 48 }, (_, turn) => sendAs('noisy', noisy[turn % 4] ?? first, 150));
  await waiting(world, 48);
  const late = [sendAs('quiet', one, 1), sendAs('neighbor', neighbor, 1)];
  await waiting(world, 50);
  expect((await openGate()).status).toBe(200);
  await Promise.all([...flood, ...late]);
  expect(answered.filter((answer) => answer.endsWith(' 200'))).toHaveLength(50);
  // With the first batch.
  for (const name of ['quiet 200', 'neighbor 200']) expect(answered.indexOf(name)).toBeLessThan(30);
});

test('one transaction is free of an organization, however much it sends', async () => {
  const world = await openWorld({ PICKET_INGEST_CONCURRENCY: '2' });
  const { picket, noisy, quiet, send } = world;
  const [first, ...others] = noisy;
  const [one] = quiet;
  if (first === undefined || one === undefined) throw new Error('there are no devices');
  const openGate = await closeGate(world, first);
  const flood = others.map((device) => send(device, 1));
  await waiting(world, 3);
  expect(loadOf(picket).transactions).toBe(1);
  const late = send(one, 1);
  await expect.poll(() => loadOf(picket)).toMatchObject({ reports: 3, transactions: 2 });
  await openGate();
  for (const { status } of await Promise.all([...flood, late])) expect(status).toBe(200);
});

test('a full queue refuses those who filled it, and drops nothing that it took', async () => {
  const world = await openWorld({ PICKET_INGEST_CONCURRENCY: '1', PICKET_INGEST_QUEUE_LIMIT: '100' });
  const { picket, noisy, quiet, neighbor, send } = world;
  const [first] = noisy;
  if (first === undefined) throw new Error('there are no devices');
  const openGate = await closeGate(world, first);
  const answers: Sent[] = [];
  const flood = Array.from({ length: 140 }, (_, turn) =>
    send(noisy[turn % 4] ?? first, 1).then((answer) => answers.push(answer)),
  );
  await expect.poll(() => answers.length + loadOf(picket).reports).toBe(140);
  const refused = answers.length;
  expect(refused).toBeGreaterThan(50);
  expect(answers.every(({ status, retryAfter }) => status === 503 && retryAfter > 0)).toBe(true);
  const others = [neighbor, ...quiet].map((device) => send(device, 1));
  await waiting(world, 140 - refused + 3);
  await openGate();
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
  await Promise.all(flood);
  const stored = answers.filter(({ status }) => status === 200).length;
  expect(stored).toBe(140 - refused);
  expect(await storedReadings(picket)).toBe(1 + stored + 3);
  expect(await metricsOf(picket)).toMatch(/^picket_reports_throttled_total\{reason="(sentry|tenant)_share"\} \d/mu);
});

test('a sentry beyond its rate gets 429 before its report is read, others do not; later it may again', async () => {
  const { picket, noisy, quiet, neighbor, send } = await openWorld({
    PICKET_INGEST_SENTRY_RATE: '10',
    PICKET_INGEST_SENTRY_BURST: '100',
  });
  const [first] = noisy;
  const [one] = quiet;
  if (first === undefined || one === undefined) throw new Error('there are no devices');
  expect((await send(first, 120)).status).toBe(200);
  // A debt of 30: a report costs 10 and its readings.
  const refused = { status: 429, code: 'sentryRateLimited', retryAfter: 4 };
  expect(await send(first, 1)).toEqual(refused);
  expect(await send(first, 0, '{"not json')).toEqual(refused);
  expect((await send(neighbor, 1)).status).toBe(200);
  expect((await send(one, 1)).status).toBe(200);
  expect(await storedReadings(picket)).toBe(122);
  picket.clock.pass(4);
  expect((await send(first, 1)).status).toBe(200);
  const metrics = await metricsOf(picket);
  expect(metrics).toContain('picket_reports_throttled_total{reason="sentry_rate"} 2\n');
  expect(metrics).toContain('picket_ingest_limit{limit="sentry_rate"} 10\n');
  expect(metrics).toContain('picket_ingest_limit{limit="queue_reports"} 8000\n');
});

test('alerts of a device and sensors that it discovers count as readings', async () => {
  const { picket, noisy } = await openWorld({ PICKET_INGEST_SENTRY_RATE: '1000', PICKET_INGEST_SENTRY_BURST: '5000' });
  const [device] = noisy;
  if (device === undefined) throw new Error('there are no devices');
  const at = formatInstant(picket.clock.now());
  const post = (path: string, body: unknown) => picket.call('POST', path, { as: device, body });
  let raised = 0;
  const raise = () => post('/sentry/alerts', { severity: 300, message: `Door ${++raised}`, at });
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 20) statuses.push((await raise()).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  const refused = { status: 429, headers: { 'retry-after': '1' }, body: { code: 'sentryRateLimited' } };
  expect(await raise()).toMatchObject(refused);
  expect(await post('/sentry/discovered', { sensors: [] })).toMatchObject(refused);
  expect(await picket.platform.db.prisma.alert.count({ where: { kind: 'ALERT' } })).toBe(5);
  picket.clock.pass(1);
  expect((await raise()).status).toBe(201);
  // What is refused does not count.
  picket.clock.pass(1);
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await post('/sentry/alerts', { severity: 300, message: 'Door', at: '2099-01-01T00:00:00Z' })).status).toBe(
      400,
    );
  expect((await raise()).status).toBe(201);
});

test('all sentries of an organization share its rate; another organization has its own; 0 is no limit', async () => {
  const { noisy, quiet, neighbor, send } = await openWorld({
    PICKET_INGEST_SENTRY_RATE: '0',
    PICKET_INGEST_TENANT_RATE: '10',
    PICKET_INGEST_TENANT_BURST: '100',
  });
  const [first] = noisy;
  const [one] = quiet;
  if (first === undefined || one === undefined) throw new Error('there are no devices');
  expect((await send(first, 120)).status).toBe(200);
  expect(await send(neighbor, 1)).toEqual({ status: 429, code: 'tenantRateLimited', retryAfter: 4 });
  expect((await send(one, 1)).status).toBe(200);
});

test('over MQTT it is answered with 429 and the seconds to wait, so that it holds up no other message', async () => {
  const { picket, noisy, send } = await openWorld({ PICKET_INGEST_SENTRY_RATE: '1', PICKET_INGEST_SENTRY_BURST: '1' });
  const [first] = noisy;
  if (first === undefined) throw new Error('there are no devices');
  expect((await send(first, 1)).status).toBe(200);
  const { pipeline } = picket.server;
  const sentAt = formatInstant(picket.clock.now());
  const message = {
    topic: `picket/${first.sentry}/telemetry`,
    payload: Buffer.from(JSON.stringify({ token: first.token, sentAt, readings: [] })),
  };
  const response = await handleMqttMessage(picket.platform, pipeline, pipeline.sentryOf, message, false);
  expect(response?.body).toEqual({
    status: 429,
    sentAt,
    code: 'sentryRateLimited',
    message: 'This sentry has sent more readings than it may; keep the report and send it again later',
    retryAfterSeconds: 11,
  });
});

test('one that goes on for minutes raises a system alert that names it, which clears after it stops', async () => {
  const throttled = vi.fn(HEALTHY_PROBES.throttledSenders);
  const { picket, noisy, send } = await openWorld(
    { PICKET_INGEST_SENTRY_RATE: '1', PICKET_INGEST_SENTRY_BURST: '1' },
    { probes: { ...HEALTHY_PROBES, throttledSenders: throttled } },
  );
  const { selfMonitor, throttle } = picket.server.pipeline;
  throttled.mockImplementation(() => throttle.listThrottled(picket.clock.now()));
  const [first] = noisy;
  if (first === undefined) throw new Error('there are no devices');
  const openAlerts = async () => {
    await selfMonitor.runChecks();
    const open = await picket.alerts('&state=OPEN');
    // Nothing is evaluated while the test passes the time.
    return open.filter(({ severity }) => severity === 230).map(({ message }) => message);
  };
  for (let minute = 0; minute < 5; minute++) {
    while ((await send(first, 300)).status === 200);
    picket.clock.pass(60);
  }
  expect(await openAlerts()).toEqual([]);
  expect((await send(first, 1)).status).toBe(429);
  const message =
    'Too many readings from Sentry 1 of Loud: 6 reports were refused. The sentry keeps them and sends them later';
  expect(await openAlerts()).toEqual([message]);
  picket.clock.pass(500);
  expect(await openAlerts()).toHaveLength(1);
  picket.clock.pass(101);
  expect(await openAlerts()).toEqual([]);
});
