/** The query API of Prometheus as Grafana calls it: its own requests, whose readings a token sees, and the limits of a query. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { PrometheusError } from '@picket/contracts/prometheus';
import { PROMETHEUS_METRICS } from '@picket/domain/prometheus-names';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, openPicket, type Picket, type Session } from './harness.ts';
import { TestBrowser } from './test-browser.ts';

const API = '/prometheus/api/v1';
const TEMPERATURE = 'picket_environment_temperature_celsius';
const HUMIDITY = 'picket_environment_humidity_percent';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Of a success `data`, otherwise `error`. */
type Result = Pick<ResponseOf<'GET /prometheus/api/v1/query'>, 'data'> &
  Pick<PrometheusError, 'error'> & { readonly status: string };
interface Row {
  readonly metric: Readonly<Record<string, string>>;
  readonly value?: readonly [number, string];
  readonly values?: readonly (readonly [number, string])[];
}

let picket: Picket;
let start = 0;
let [vault, attic, foreign] = ['', '', ''];
let rack: Device;
let probe: Device;
let [everywhere, ofVault, neighbor]: Device[] = [];

const seconds = (at: number): string => String(at / 1000);

async function tokenOf(permissions: readonly object[], as: Session = picket.admin): Promise<Device> {
  const body = { name: 'Grafana', days: 30, permissions };
  return { sentry: '', token: (await picket.call<{ token: string }>('POST', '/api-tokens', { as, body })).body.token };
}

beforeAll(async () => {
  picket = await openPicket();
  start = picket.clock.now();
  [vault, attic] = [await picket.addLocation('Vault'), await picket.addLocation('Attic')];
  rack = await picket.addDevice(vault, { name: 'Rack 1' });
  probe = await picket.addDevice(attic, { name: 'Probe', reportIntervalSeconds: 600 });
  const other = await picket.addTenant('Neighbor');
  foreign = await picket.addLocation('Vault', other.admin);
  const theirs = await picket.addDevice(foreign, { name: 'Rack 1' }, other.admin);
  everywhere = await tokenOf([{ role: 'VIEWER' }]);
  ofVault = await tokenOf([{ role: 'VIEWER', location: vault }]);
  neighbor = await tokenOf([{ role: 'VIEWER' }], other.admin);
  for (let minute = 0; minute < 10; minute++) {
    await picket.report(rack, [
      {
        sensorMetricId: 'environment_temperature',
        at: formatInstant(picket.clock.now()),
        values: { value: 20 + minute },
      },
      { sensorMetricId: 'environment_humidity', at: formatInstant(picket.clock.now()), values: { value: 40 } },
    ]);
    picket.clock.pass(60);
  }
  await picket.send(probe, 'environment_temperature', 10, start);
  await picket.send(theirs, 'environment_temperature', 99, start);
});
afterAll(() => picket.close());

const get = <Body = Result>(path: string, parameters: Readonly<Record<string, string>> = {}, as = everywhere) =>
  picket.call<Body>('GET', `${API}${path}?${new URLSearchParams(parameters)}`, { as });

/** The series of an answer by sentry and name: their values. */
function rowsOf({ body }: { readonly body: Result }): readonly Row[] {
  expect(body.status, JSON.stringify(body)).toBe('success');
  return body.data.result as readonly Row[];
}

const valuesOf = (query: string, at: number, as = everywhere) =>
  get('/query', { query, time: seconds(at) }, as).then((answer) =>
    rowsOf(answer).map(({ metric, value }) => [metric.location ?? '', value?.[1]]),
  );

describe('the requests of Grafana', () => {
  test('health check', async () => {
    const { status, body } = await picket.call('GET', `${API}/query?query=1%2B1&time=1772445600.123`, {
      as: everywhere,
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: 'success', data: { resultType: 'scalar', result: [1_772_445_600.123, '2'] } },
    });
  });

  test('status/buildinfo', async () => {
    expect((await get('/status/buildinfo')).body).toMatchObject({
      status: 'success',
      data: { version: expect.stringMatching(/^3\./u) },
    });
  });

  test('labels, with start and end, by GET and as a form', async () => {
    const range = { start: seconds(start), end: seconds(start + HOUR) };
    const data = ['__name__', 'location', 'location_guid', 'sensor', 'sentry', 'sentry_guid'];
    expect((await get('/labels', range)).body).toEqual({ status: 'success', data });
    const form = await picket.call('POST', `${API}/labels`, { as: everywhere, body: range });
    expect(form).toMatchObject({ status: 200, body: { status: 'success', data } });
  });

  test('label/{name}/values, with match[] and limit', async () => {
    const values = async (name: string, parameters = {}) =>
      (await get<{ data: readonly string[] }>(`/label/${name}/values`, parameters)).body.data;
    expect(await values('__name__')).toEqual([HUMIDITY, TEMPERATURE]);
    expect(await values('__name__', { limit: '1' })).toEqual([HUMIDITY]);
    expect(await values('sentry')).toEqual(['Probe', 'Rack 1']);
    expect(await values('sentry', { 'match[]': HUMIDITY })).toEqual(['Rack 1']);
    expect(await values('location', { 'match[]': `{sentry=~"P.*"}`, start: '0', end: '1' })).toEqual(['Attic']);
    expect(await values('unknown')).toEqual([]);
  });

  test('series, with match[] more than once, by GET and as a form', async () => {
    const found = {
      __name__: TEMPERATURE,
      location: 'Attic',
      location_guid: attic,
      sensor: 'environment',
      sentry: 'Probe',
      sentry_guid: probe.sentry,
    };
    const one = await get('/series', { 'match[]': `${TEMPERATURE}{location="Attic"}`, start: seconds(start) });
    expect(one.body).toEqual({ status: 'success', data: [found] });
    const twice = `match[]=${TEMPERATURE}&match[]=%7Blocation_guid%3D%22${attic}%22%7D`;
    const both = await picket.call<{ data: object[] }>('POST', `${API}/series`, {
      as: everywhere,
      body: twice,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    });
    expect(both.body.data.map((row) => Reflect.get(row, 'sentry'))).toEqual(['Probe', 'Rack 1']);
  });

  test('metadata', async () => {
    type Metadata = ResponseOf<'GET /prometheus/api/v1/metadata'>;
    const all = (await get<Metadata>('/metadata')).body.data;
    expect(Object.keys(all)).toEqual(PROMETHEUS_METRICS.map(({ name }) => name));
    expect(all[TEMPERATURE]).toEqual([{ type: 'gauge', help: 'temperature, in °C', unit: 'celsius' }]);
    expect(Object.keys((await get<Metadata>('/metadata', { limit: '2' })).body.data)).toHaveLength(2);
    expect(Object.keys((await get<Metadata>('/metadata', { metric: HUMIDITY })).body.data)).toEqual([HUMIDITY]);
  });

  test('query_range as a form', async () => {
    const answer = await picket.call<Result>('POST', `${API}/query_range`, {
      as: everywhere,
      body: {
        query: `avg by (sentry) (${TEMPERATURE}{location="Vault"})`,
        start: seconds(start),
        end: seconds(start + 3 * MINUTE),
        step: '60',
      },
    });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({
      status: 'success',
      data: {
        resultType: 'matrix',
        result: [
          {
            metric: { sentry: 'Rack 1' },
            values: [20, 21, 22, 23].map((value, minute) => [start / 1000 + 60 * minute, String(value)]),
          },
        ],
      },
    });
  });
});

describe('values', () => {
  test('an instant, now unless it is given; a metric that is unknown or has no series is empty', async () => {
    const [row] = rowsOf(await get('/query', { query: `${TEMPERATURE}{location="Vault"}` }));
    expect(row?.value).toEqual([picket.clock.now() / 1000, '29']);
    for (const query of ['up', 'picket_door_open', 'sum(picket_door_open) > 1', 'picket_sentries'])
      expect((await get('/query', { query })).body).toMatchObject({ data: { resultType: 'vector', result: [] } });
  });

  test('the lookback is five minutes, and twice the interval of a sensor that reports more rarely', async () => {
    expect(await valuesOf(TEMPERATURE, start + 14 * MINUTE - 1)).toEqual([
      ['Attic', '10'],
      ['Vault', '29'],
    ]);
    expect(await valuesOf(TEMPERATURE, start + 14 * MINUTE)).toEqual([['Attic', '10']]);
    expect(await valuesOf(TEMPERATURE, start + 20 * MINUTE - 1)).toEqual([['Attic', '10']]);
    expect(await valuesOf(TEMPERATURE, start + 20 * MINUTE)).toEqual([]);
  });

  test('offsets, functions of ranges, arithmetic and ranges themselves', async () => {
    const at = start + 9 * MINUTE;
    const vaultOnly = '{location="Vault"}';
    expect(await valuesOf(`${TEMPERATURE}${vaultOnly} offset 4m`, at)).toEqual([['Vault', '25']]);
    expect(await valuesOf(`avg_over_time(${TEMPERATURE}${vaultOnly}[3m])`, at)).toEqual([['Vault', '28']]);
    expect(await valuesOf(`${TEMPERATURE} - ${HUMIDITY}`, at)).toEqual([['Vault', '-11']]);
    const rows = rowsOf(await get('/query', { query: `${TEMPERATURE}${vaultOnly}[2m]`, time: seconds(at) }));
    expect(rows[0]?.values).toEqual([
      [start / 1000 + 480, '28'],
      [start / 1000 + 540, '29'],
    ]);
  });
});

describe('whose readings', () => {
  test('a token sees its organization, and of that the locations it was made for', async () => {
    expect(await valuesOf(TEMPERATURE, start)).toEqual([
      ['Attic', '10'],
      ['Vault', '20'],
    ]);
    expect(await valuesOf(TEMPERATURE, start, ofVault)).toEqual([['Vault', '20']]);
    expect(await valuesOf(TEMPERATURE, start, neighbor)).toEqual([['Vault', '99']]);
    for (const [as, name, guid] of [
      [ofVault, 'Attic', attic],
      [neighbor, 'Attic', attic],
      [neighbor, 'Vault', vault],
      [everywhere, 'Vault', foreign],
    ] as const) {
      const selector = `{location="${name}", location_guid="${guid}"}`;
      expect(await valuesOf(selector, start, as)).toEqual([]);
      expect(await valuesOf(`{location_guid=~"${guid}|x"}`, start, as)).toEqual([]);
      expect((await get('/series', { 'match[]': selector }, as)).body).toMatchObject({ data: [] });
      const labels = await get<{ data: readonly string[] }>('/label/location_guid/values', {}, as);
      expect(labels.body.data).not.toContain(guid);
    }
    const sentries = await get<{ data: readonly string[] }>('/label/sentry/values', {}, ofVault);
    expect(sentries.body.data).toEqual(['Rack 1']);
  });

  test('only API tokens: no session, no wall display, no device, nobody', async () => {
    const wall = new TestBrowser(picket);
    await wall.logIn('admin@picket.example');
    await wall.call('POST', '/users/my-profile/display', { locations: [vault] });
    const metrics = await tokenOf([{ role: 'METRICS' }]);
    for (const [as, status] of [
      [picket.admin, 403],
      [wall.as, 403],
      [metrics, 403],
      [rack, 401],
      [undefined, 401],
    ] as const)
      for (const [method, path, body] of [
        ['GET', '/query?query=1', undefined],
        ['POST', '/query', { query: '1' }],
        ['GET', '/labels', undefined],
        ['GET', '/metadata', undefined],
        ['GET', '/status/buildinfo', undefined],
      ] as const) {
        const answer = await picket.call(method, API + path, { as, body });
        expect(answer, path).toMatchObject({ status, body: { status: 'error', errorType: 'bad_data' } });
      }
  });

  test('a removed sentry is gone', async () => {
    const removed = await picket.addDevice(vault, { name: 'Removed' });
    await picket.send(removed, 'environment_humidity', 7);
    const name = `${HUMIDITY}{sentry="Removed"}`;
    expect(await valuesOf(name, picket.clock.now())).toEqual([['Vault', '7']]);
    await picket.call('DELETE', `/sentries/${removed.sentry}`, { as: picket.admin });
    expect(await valuesOf(name, picket.clock.now())).toEqual([]);
  });
});

describe('errors have the form of Prometheus', () => {
  const range = { start: '0', end: '60', step: '1' };
  test.each([
    ['/query', {}, 400, 'bad_data', 'query: '],
    ['/query', { query: 'sum(' }, 400, 'bad_data', 'parse error at char 5: unexpected end of input'],
    ['/query', { query: `${'1'.repeat(8193)}` }, 400, 'bad_data', 'query: '],
    ['/query', { query: '1', time: 'soon' }, 400, 'bad_data', 'invalid parameter "time"'],
    ['/query', { query: '1', timeout: '-1' }, 400, 'bad_data', 'invalid parameter "timeout"'],
    ['/query', { query: 'topk(3, x)' }, 422, 'execution', 'the aggregation topk is not supported'],
    ['/query_range', { ...range, query: 'x[5m]' }, 400, 'bad_data', 'invalid expression type "range vector"'],
    ['/query_range', { ...range, query: 'x', end: '11000' }, 400, 'bad_data', 'exceeded maximum resolution of 11,000'],
    ['/query_range', { query: 'x', start: '1', end: '0', step: '1' }, 400, 'bad_data', 'must not be before start'],
    ['/query_range', { query: 'x', start: '1', end: '2' }, 400, 'bad_data', 'step: '],
    ['/series', {}, 400, 'bad_data', 'match[]'],
    ['/series', { 'match[]': 'x + 1' }, 400, 'bad_data', 'is no selector of series'],
    ['/labels', { 'match[]': '{}' }, 400, 'bad_data', 'at least one non-empty matcher'],
    ['/labels', { start: 'x' }, 400, 'bad_data', 'invalid parameter "start"'],
    ['/label/a-b/values', {}, 400, 'bad_data', 'name: is not the name of a label'],
  ] as const)('%s %j', async (path, parameters, status, errorType, error) => {
    const answer = await get<PrometheusError>(path, parameters);
    expect(answer).toMatchObject({ status, body: { status: 'error', errorType } });
    expect(answer.body.error).toContain(error);
    expect(Object.keys(answer.body)).toEqual(['status', 'errorType', 'error']);
  });

  test('instants and offsets beyond what a calendar has are no defect', async () => {
    for (const query of [
      `${TEMPERATURE} offset 200000y`,
      `${TEMPERATURE} offset -200000y`,
      `sum_over_time(${TEMPERATURE}[200000y])`,
      `sum_over_time(${TEMPERATURE}[1h] offset -200000y)`,
    ])
      for (const time of ['0', '253402300799', seconds(start)])
        expect((await get('/query', { query, time })).status, `${query} ${time}`).toBe(200);
  });
});

describe('limits', () => {
  beforeAll(async () => {
    const { console: sql } = picket.platform.db;
    await sql.query(
      `INSERT INTO series (sentry_guid, sensor_metric_id, column_name)
       SELECT $1::uuid, 'fluid-FX2-' || n || '_leak', 'value' FROM generate_series(1, 500) n`,
      [probe.sentry],
    );
    await sql.query(
      `INSERT INTO reading (tenant_guid, series_id, at, value)
       SELECT tenant_guid, id, $2::timestamptz, 1 FROM series WHERE sentry_guid = $1::uuid AND sensor_metric_id LIKE 'fluid-%'`,
      [probe.sentry, new Date(start)],
    );
  });
  const leaks = 'sum(picket_fluid_leak)';

  test('500 series, and not one more', async () => {
    expect(rowsOf(await get('/query', { query: leaks, time: seconds(start) }))[0]?.value?.[1]).toBe('500');
    expect(await valuesOf('picket_fluid_leak{sensor="fluid-FX2-7"}', start)).toEqual([['Attic', '1']]);
    await picket.platform.db.console.query(
      `INSERT INTO series (sentry_guid, sensor_metric_id, column_name) VALUES ($1::uuid, 'fluid-FX2-501_leak', 'value')`,
      [probe.sentry],
    );
    const { status, body } = await get('/query', { query: leaks, time: seconds(start) });
    expect({ status, body }).toMatchObject({ status: 422, body: { errorType: 'execution' } });
    expect(body.error).toContain('matches 501 series; a query reads at most 500');
    await picket.platform.db.console.query(`DELETE FROM series WHERE sensor_metric_id = 'fluid-FX2-501_leak'`);
  });

  test('too many values: 422; too long: 503', async () => {
    const end = seconds(start + 10_999_000);
    const many = await get('/query_range', { query: leaks, start: seconds(start), end, step: '1' });
    expect(many).toMatchObject({ status: 422, body: { status: 'error', errorType: 'execution' } });
    expect(many.body.error).toContain('too many values');
    const late = await get('/query', { query: leaks, time: seconds(start), timeout: '1ms' });
    expect(late).toMatchObject({ status: 503, body: { status: 'error', errorType: 'timeout' } });
    expect(late.headers['retry-after']).toBe('10');
  });

  test('a dashboard asks for all of its panels at once', async () => {
    const panels = await Promise.all(
      Array.from({ length: 30 }, () => get('/query', { query: leaks, time: seconds(start) })),
    );
    expect(panels.map(({ status }) => status)).toEqual(panels.map(() => 200));
  });
});
