/** Figures for Prometheus: who may read them, that they are right, and that dashboard and rules ask for what there is. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupName } from '../src/platform/backup/backup-folder.ts';
import { openPicket, type Picket } from './harness.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url));
const TOKEN = 'a token of sixteen or more';

let picket: Picket;
let disk = await HEALTHY_PROBES.disk();
beforeAll(async () => {
  const probes = { ...HEALTHY_PROBES, disk: async () => disk };
  picket = await openPicket({ environment: { PICKET_METRICS_TOKEN: TOKEN }, probes });
});
afterAll(() => picket.close());

const read = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  picket.server.app.inject({ method: 'GET', url: '/internal/metrics', headers, remoteAddress });

/** Name with labels -> value. */
const valuesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

test('metrics are for this machine, and for callers with the token; others get a 404', async () => {
  expect((await read()).statusCode).toBe(200);
  expect((await read({}, '192.0.2.7')).statusCode).toBe(404);
  expect((await read({ authorization: `Bearer ${TOKEN}` }, '192.0.2.7')).statusCode).toBe(200);
  expect((await read({ authorization: 'Bearer another one entirely' }, '192.0.2.7')).statusCode).toBe(404);
  // A proxy on this machine speaks for somebody else.
  expect((await read({ 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(404);
  expect((await read({ 'x-forwarded-for': '127.0.0.1' }, '192.0.2.7')).statusCode).toBe(404);
});

test('counters count, without names of users or organizations', async () => {
  const location = await picket.addLocation('A name nobody else should read');
  const device = await picket.addDevice(location);
  const readings = [20, 21, 22].map((value, place) => ({
    sensorMetricId: 'environment_temperature',
    at: new Date(picket.clock.now() - place * 1000).toISOString(),
    values: { value },
  }));
  await picket.report(device, readings);
  await picket.report(device, readings);
  await picket.call('POST', '/alerts', { as: picket.admin, body: { location, severity: 400, message: 'Look' } });
  picket.clock.pass(6);
  const { body } = await read();
  const values = valuesOf(body);
  expect(values.get('picket_readings_total{result="new"}')).toBe(3);
  expect(values.get('picket_readings_total{result="duplicate"}')).toBe(3);
  expect(values.get('picket_reports_total')).toBe(2);
  expect(values.get('picket_alerts_open{severity="critical"}')).toBe(1);
  expect(values.get('picket_sentries')).toBe(1);
  expect(values.get('picket_failing_health_checks')).toBe(0);
  expect(
    values.get(
      'picket_http_request_duration_seconds_count{method="POST",route="/api/v1/sentry/telemetry",status="2xx"}',
    ),
  ).toBe(2);
  expect(body).not.toMatch(/A name nobody|picket\.example|[0-9a-f]{8}-[0-9a-f]{4}-/u);
});

test('a backup that a wrong clock made is not the newest, and what is unknown has no value', async () => {
  const { folder } = picket.platform.config.backup;
  mkdirSync(join(folder, 'picket-20990101T000000Z'), { recursive: true });
  const nextValues = async () => {
    picket.clock.pass(6);
    return valuesOf((await read()).body);
  };
  expect((await nextValues()).get('picket_backup_age_seconds')).toBe(undefined);
  mkdirSync(join(folder, backupName(picket.clock.now())));
  const known = await nextValues();
  expect(known.get('picket_backup_age_seconds')).toBeGreaterThanOrEqual(5);
  expect(known.get('picket_disk_free_bytes')).toBeGreaterThan(0);
  disk = null;
  const unknown = await nextValues();
  expect([unknown.get('picket_disk_free_bytes'), unknown.get('picket_disk_bytes')]).toEqual([undefined, undefined]);
});

test('a sentry that reports once an hour is silent once it has missed two reports, not in between', async () => {
  const device = await picket.addDevice(await picket.addLocation('Far away'), { reportIntervalSeconds: 3600 });
  await picket.report(device, []);
  const silentAfter = async (seconds: number) => {
    picket.clock.pass(seconds);
    return valuesOf((await read()).body).get('picket_sentries_silent') ?? 0;
  };
  const before = await silentAfter(1800);
  expect(await silentAfter(9000)).toBe(before + 1);
});

test('every metric that the dashboard and the rules use exists', async () => {
  const { body } = await read();
  const names = new Set(
    [...body.matchAll(/^# TYPE (\S+) (\S+)$/gmu)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const dashboard: { panels: { title: string; targets: { expr: string }[]; gridPos: { x: number; w: number } }[] } =
    JSON.parse(readFileSync(`${DEPLOY}/grafana/picket.json`, 'utf8'));
  const rules = readFileSync(`${DEPLOY}/prometheus/picket-rules.yml`, 'utf8');
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...rules.matchAll(/^\s+expr: (.*)$/gmu)].map(([, expr = '']) => expr),
  ];
  expect(dashboard.panels.length).toBeGreaterThan(12);
  expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  expect(expressions.length).toBeGreaterThan(25);
  const asked = new Set(expressions.flatMap((expr) => expr.match(/\b(?:picket|nodejs|process)_\w+/gu) ?? []));
  // Absent until there is a backup: that is what the rule asks for.
  expect([...asked].filter((name) => !names.has(name))).toEqual([]);
});

test('promtool accepts the rules', ({ skip }) => {
  const promtool = [process.env.PICKET_PROMTOOL, '/usr/bin/promtool'].find((path) => path && existsSync(path));
  if (promtool === undefined) return skip('promtool was not found');
  const text = execFileSync(promtool, ['check', 'rules', `${DEPLOY}/prometheus/picket-rules.yml`], {
    encoding: 'utf8',
  });
  expect(text).toMatch(/SUCCESS: 13 rules found/u);
});
