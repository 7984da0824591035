/**
 * npm run bench:history: a year of readings a minute, kept and asked for: 1,000 points beside the plain SQL aggregate over
 * raw rows, bytes beside the plain table, packing beside storing. On one database.
 *
 *   npm run bench:history -- --series 4 --days 365
 */

import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatInstant } from '@picket/domain/time';
import { createPacker, queryHistory } from '@picket/server/benchmarks';
import { createLog, openDatabase } from '@picket/server/commands';
import { openClient } from '@picket/server/database-connections';
import { roomRecordings } from '../tests/support/recorded-data.ts';
import { printTimes, startBenchServer } from './lib/bench-server.ts';

const { values } = parseArgs({
  options: {
    series: { type: 'string', default: '4' },
    days: { type: 'string', default: '365' },
    rounds: { type: 'string', default: '15' },
  },
});
const SERIES = Number(values.series);
const DAYS = Number(values.days);
const ROUNDS = Number(values.rounds);
const POINTS = 1000;
const DAY = 86_400_000;
/** Packed days end before the grace of the day before yesterday. */
const TO = Math.floor(Date.now() / DAY) * DAY - DAY;
const FROM = TO - DAYS * DAY;

const server = await startBenchServer();
const client = openClient(server.databaseUrl, 'script');
await client.connect();
const db = openDatabase(server.databaseUrl, createLog('warn'));

/** A sentry with these series; answers their ids. */
async function addSentry(
  name: string,
  columns: readonly string[],
): Promise<{ location: string; tenant: string; ids: number[] }> {
  const { guid: location } = await server.api('POST /locations', { body: { name, timezone: 'UTC' } });
  const sentry = await server.api('POST /locations/{guid}/sentries', { params: { guid: location }, body: { name } });
  const { rows } = await client.query<{ tenant: string; id: number }>(
    `INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
     SELECT s.tenant_guid, s.guid, split_part(c, '.', 1), split_part(c, '.', 2) FROM sentry s, unnest($2::text[]) c
      WHERE s.guid = $1::uuid RETURNING tenant_guid AS tenant, id`,
    [sentry.guid, columns],
  );
  return { location, tenant: rows[0]?.tenant ?? '', ids: rows.map(({ id }) => id) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function bytesOf(...tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM unnest($1::text[]) AS t(root)
       CROSS JOIN LATERAL (SELECT relid FROM pg_partition_tree(t.root::regclass) UNION SELECT t.root::regclass) p
       JOIN pg_class c ON c.oid = p.relid`,
    [tables],
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Resident memory of the server, in MB; NaN where the system does not say. */
function memoryOf(pid: number): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The whole of it as CSV: how fast, and how much memory the server takes for it. */
async function exportAll(from: number, to: number, wanted: number): Promise<void> {
  const before = memoryOf(server.pid);
  const began = performance.now();
  const answer = await fetch(
    `${server.base}/api/v1/locations/${location}/telemetry/export?from=${formatInstant(from)}&to=${formatInstant(to)}`,
    { headers: { cookie: server.cookie } },
  );
  let lines = 0;
  let most = before;
  for await (const chunk of answer.body ?? []) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    most = Math.max(most, memoryOf(server.pid));
  }
  const seconds = (performance.now() - began) / 1000;
  if (lines - 1 !== wanted) throw new Error(`the export holds ${lines - 1} of ${wanted} readings`);
  console.log(
    `CSV export: ${(lines - 1).toLocaleString('en')} lines, ${Math.round(lines / seconds).toLocaleString('en')} a second; the server's memory went from ${before.toFixed(0)} to ${most.toFixed(0)} MB at most`,
  );
}

let location = '';
try {
  await client.query('CREATE TABLE plain (series_id int, at timestamptz, value float8, PRIMARY KEY (series_id, at))');
  const columns = ['environment_temperature', 'environment_humidity', 'power_battery', 'environment_dewpoint']
    .slice(0, SERIES)
    .map((metric) => `${metric}.value`);
  const { location: made, tenant, ids } = await addSentry('Bench', columns);
  location = made;
  const count = ids.length * DAYS * 1440;
  // A room: a daily cycle, a slow drift, and noise, in the hundredths that sensors speak.
  const room = `SELECT s, $2::timestamptz + make_interval(mins => m),
      round((21 + 3 * sin(m / 229.2) + sin(m / 20000.0) + (hashint8(s * 1000003::bigint + m) % 30) / 100.0)::numeric, 2)::float8
    FROM unnest($1::int[]) s, generate_series(0, $3::int - 1) m`;
  const args = [ids, new Date(FROM), DAYS * 1440];
  console.log(`${count.toLocaleString('en')} readings: ${ids.length} series, ${DAYS} days, one a minute`);
  const inserting = await timed(() => client.query(`INSERT INTO plain ${room}`, args));
  await client.query(
    `INSERT INTO reading (tenant_guid, series_id, at, value) SELECT $4::uuid, room.* FROM (${room}) room`,
    [...args, tenant],
  );
  await client.query('VACUUM ANALYZE plain');
  await client.query('VACUUM ANALYZE reading');

  const packer = createPacker(db, createLog('warn'));
  const cpuBefore = process.cpuUsage();
  let packed = 0;
  const packing = await timed(async () => {
    for (;;) {
      const { readings } = await packer.pack(Date.now(), 600_000);
      packed += readings;
      if (readings === 0) break;
    }
  });
  const cpu = process.cpuUsage(cpuBefore);
  if (packed !== count) throw new Error(`packed ${packed} of ${count}`);
  console.log(
    `packing: ${Math.round(packed / (packing / 1000)).toLocaleString('en')} readings/s, ${((cpu.user + cpu.system) / packed).toFixed(2)} µs of this process each; ${(packing / inserting).toFixed(2)} times inserting them into a plain table with one statement`,
  );
  await client.query('VACUUM ANALYZE reading');
  await client.query('VACUUM ANALYZE reading_chunk');
  await client.query('VACUUM ANALYZE reading_rollup');
  const plain = await bytesOf('plain');
  const chunks = await bytesOf('reading_chunk');
  const rollups = await bytesOf('reading_rollup');
  console.log(
    `bytes a reading: plain table ${(plain / count).toFixed(1)}; packed ${(chunks / count).toFixed(2)}, roll-ups ${(rollups / count).toFixed(2)}: ${((chunks + rollups) / plain).toFixed(3)} of the plain table`,
  );
  for (const recording of roomRecordings().slice(1)) {
    const own = await addSentry(recording.name.replace(/\W+/gu, ' '), [
      ...new Set(recording.readings.map(({ series }) => series)),
    ]);
    const names = [...new Set(recording.readings.map(({ series }) => series))];
    await client.query(
      `INSERT INTO reading (tenant_guid, series_id, at, value)
       SELECT $4::uuid, sent.* FROM unnest($1::int[], $2::timestamptz[], $3::float8[]) sent ON CONFLICT DO NOTHING`,
      [
        recording.readings.map(({ series }) => own.ids[names.indexOf(series)]),
        recording.readings.map(({ at }) => new Date(at)),
        recording.readings.map(({ value }) => value),
        own.tenant,
      ],
    );
    await packer.pack(Date.now(), 600_000);
    const { rows } = await client.query<{ count: number; chunk: number; rollup: number }>(
      `SELECT (SELECT sum(count) FROM reading_chunk WHERE series_id = ANY($1))::int AS count,
              (SELECT sum(pg_column_size(c.*)) FROM reading_chunk c WHERE series_id = ANY($1))::int AS chunk,
              (SELECT sum(pg_column_size(c.*)) FROM reading_rollup c WHERE series_id = ANY($1))::int AS rollup`,
      [own.ids],
    );
    const [sum] = rows;
    if (sum !== undefined)
      console.log(
        `  ${recording.name}: ${sum.count} readings, ${(sum.chunk / sum.count).toFixed(2)} bytes each with their row, roll-ups ${(sum.rollup / sum.count).toFixed(2)}`,
      );
  }

  const width = Math.ceil((TO - FROM) / POINTS / 1000);
  const plainQuery = (): Promise<unknown> =>
    client.query(
      `SELECT date_bin(make_interval(secs => $4), at, $2) AS at, min(value), max(value), avg(value), count(*)::int
         FROM plain WHERE series_id = $1 AND at >= $2 AND at < $3 GROUP BY 1 ORDER BY 1`,
      [ids[0], new Date(FROM), new Date(TO), width],
    );
  // Not on the clock: both ends are worked out from readings.
  const [from, to] = [FROM + 61_234, TO - 61_234];
  const expected = DAYS * 1440 - 3;
  let summary = '';
  const read = async (): Promise<void> => {
    const found = (
      await queryHistory(db.console, tenant, ids.slice(0, 1), from, to, POINTS, Number.NEGATIVE_INFINITY)
    ).get(ids[0] ?? 0);
    const counted = found?.points.reduce((sum, { count: own }) => sum + own, 0);
    if (counted !== expected) throw new Error(`the answer holds ${counted} readings`);
    summary = `${found?.points.length} points of ${found?.resolutionSeconds} s, ${found?.source} of ${found?.rollupSeconds} s`;
  };
  const readThroughHttp = async (): Promise<void> => {
    const { series } = await server.api('GET /locations/{guid}/telemetry', {
      params: { guid: location },
      query: {
        from: formatInstant(from),
        to: formatInstant(to),
        points: POINTS,
        sensorMetricId: 'environment_temperature',
      },
    });
    const counted = series[0]?.points.reduce((sum, point) => sum + point.count, 0);
    if (counted !== expected) throw new Error(`the answer holds ${counted} readings`);
  };
  const aggregate: number[] = [];
  const reads: number[] = [];
  const responses: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS + 20; round++) {
    const one = round < 15 ? 0 : await timed(plainQuery);
    const two = await timed(read);
    const three = await timed(readThroughHttp);
    const four = await timed(() => server.api('GET /locations/{guid}', { params: { guid: location } }));
    if (round < 20) continue;
    aggregate.push(one);
    reads.push(two);
    responses.push(three);
    floor.push(four);
  }
  const plainTime = printTimes('plain aggregate over raw rows', aggregate);
  const ratio = printTimes('read from the store', reads) / plainTime;
  console.log(`${DAYS} days in ${summary}: ${ratio.toFixed(4)} of the plain aggregate (1/${Math.round(1 / ratio)})`);
  const throughHttp = printTimes('through HTTP, signed in', responses);
  printTimes('of that, what any signed-in question costs here', floor);
  await exportAll(from, to, expected * ids.length);
  console.log(`through HTTP: ${(throughHttp / plainTime).toFixed(3)} of the plain aggregate`);
} finally {
  await db.close();
  await client.end();
  await server.stop();
}
process.exit(0);
