/** A device that knows nothing but the API document: it activates, reports every metric, a picture and fluid sensors, and raises alerts. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEVICE_METRICS } from '@picket/contracts/document/reading-schemas';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { picketForTest } from './harness.ts';

const SCRIPT = fileURLToPath(new URL('../../../docs/examples/device.mjs', import.meta.url));

test('a device written from the document alone', async () => {
  const picket = await picketForTest();
  const base = await picket.server.app.listen({ port: 0, host: '127.0.0.1' });
  const location = await picket.addLocation();
  const { body: made } = await picket.call<ResponseOf<'POST /locations/{guid}/sentries'>>(
    'POST',
    `/locations/${location}/sentries`,
    { as: picket.admin, body: { name: 'Rack' } },
  );
  const run = await promisify(execFile)(process.execPath, [SCRIPT, base, made.activationCode]);
  const lines = run.stdout.trim().split('\n');
  expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'postSentryActivate 201',
    'getSentryConfig 200',
    'postSentryDiscovered 200',
    'postSentryTelemetry 200',
    'postSentryAlerts 201',
  ]);
  const answerTo = (id: string): unknown =>
    JSON.parse(lines.find((line) => line.startsWith(id))?.slice(id.length + 5) ?? '');
  expect(answerTo('postSentryTelemetry')).toMatchObject({ accepted: DEVICE_METRICS.length, rejected: [] });
  expect(answerTo('postSentryDiscovered')).toEqual({ accepted: 1, rejected: [] });

  const latest = await picket.call<ResponseOf<'GET /locations/{guid}/latest'>>('GET', `/locations/${location}/latest`, {
    as: picket.admin,
  });
  const measured = new Set(latest.body.items.map(({ sensorMetricId }) => sensorMetricId));
  expect([...measured]).toEqual(
    expect.arrayContaining(['environment_temperature', 'thermal_temperature', 'fluid-FX2-0042_leak']),
  );
  const frames = await picket.call<ResponseOf<'GET /sentries/{guid}/frames'>>(
    'GET',
    `/sentries/${made.guid}/frames?sensorMetricId=thermal_temperature&from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z`,
    { as: picket.admin },
  );
  expect(frames.body.items).toHaveLength(1);
  expect(await picket.alerts('&kind=ALERT')).toMatchObject([{ severity: 300, sentry: { name: 'Rack' } }]);
  expect(formatInstant(picket.clock.now())).toBe('2026-03-02T10:00:00Z');
});

test('the script has no name of a field, a path or a metric', () => {
  const script = readFileSync(SCRIPT, 'utf8').replace(/\/\*\*[\s\S]*?\*\//gu, '');
  for (const name of [
    'activationCode',
    'sensorMetricId',
    'readings',
    'values',
    'frame',
    'sentAt',
    'severity',
    '/sentry/',
    'temperature',
  ])
    expect(script).not.toContain(name);
});
