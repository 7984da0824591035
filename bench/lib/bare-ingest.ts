/**
 * The floor of ingest, as a process of its own: Fastify and pg alone store reports as Picket does, in transactions of the same size,
 * into a table of the same shape. Only the form of a body is checked; nothing is evaluated or published, and a token is whatever
 * was sent.
 */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

interface Report {
  readonly readings: readonly {
    readonly sensorMetricId: string;
    readonly at: string;
    readonly values: Readonly<Record<string, number>>;
  }[];
}

interface Waiting {
  readonly token: string;
  readonly report: Report;
  readonly resolve: (accepted: number) => void;
  readonly reject: (error: unknown) => void;
}

/** As Picket's: transactions at a time for one organization, and reports in one. */
const CONCURRENCY = 4;
const MAX_REPORTS = 83;
const TENANT = randomUUID();
const INSERT = `INSERT INTO bare_reading (tenant_guid, series_id, at, value)
  SELECT $4::uuid, * FROM unnest($1::int[], $2::timestamptz[], $3::float8[])`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONCURRENCY, idleTimeoutMillis: 0 });
const ids = new Map<string, number>();
const waiting: Waiting[] = [];
let running = 0;
let isScheduled = false;

function seriesOf(name: string): number {
  const known = ids.get(name);
  if (known !== undefined) return known;
  ids.set(name, ids.size + 1);
  return ids.size;
}

async function store(batch: readonly Waiting[]): Promise<void> {
  const series: number[] = [];
  const at: string[] = [];
  const value: number[] = [];
  for (const { token, report } of batch)
    for (const { sensorMetricId, at: time, values } of report.readings)
      for (const [column, measured] of Object.entries(values)) {
        series.push(seriesOf(`${token}.${sensorMetricId}.${column}`));
        at.push(time);
        value.push(measured);
      }
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ name: 'insert', text: INSERT, values: [series, at, value, TENANT] });
    await client.query('COMMIT');
    for (const { report, resolve } of batch) resolve(report.readings.length);
  } catch (error) {
    await client.query('ROLLBACK');
    for (const { reject } of batch) reject(error);
  } finally {
    client.release();
  }
}

/** What waits is spread over the transactions that are free. */
function startBatches(): void {
  while (waiting.length > 0 && running < CONCURRENCY) {
    const share = Math.ceil(waiting.length / (CONCURRENCY - running));
    running += 1;
    void store(waiting.splice(0, Math.min(MAX_REPORTS, share))).finally(() => {
      running -= 1;
      startBatches();
    });
  }
}

function submit(token: string, report: Report): Promise<number> {
  return new Promise((resolve, reject) => {
    waiting.push({ token, report, resolve, reject });
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      startBatches();
    });
  });
}

/** Fastify's own check of a body. */
const BODY = {
  type: 'object',
  required: ['sentAt', 'readings'],
  properties: {
    sentAt: { type: 'string' },
    readings: {
      type: 'array',
      items: {
        type: 'object',
        required: ['sensorMetricId', 'at', 'values'],
        properties: {
          sensorMetricId: { type: 'string' },
          at: { type: 'string' },
          values: { type: 'object', additionalProperties: { type: 'number' } },
        },
      },
    },
  },
};

const app = Fastify();
app.post<{ Body: Report }>('/api/v1/sentry/telemetry', { schema: { body: BODY } }, async ({ headers, body }) => ({
  accepted: await submit(headers.authorization ?? '', body),
  serverTime: new Date().toISOString(),
}));
await pool.query('DROP TABLE IF EXISTS bare_reading');
await pool.query('CREATE TABLE bare_reading (LIKE reading INCLUDING ALL) PARTITION BY RANGE (at)');
await pool.query('CREATE TABLE bare_reading_all PARTITION OF bare_reading DEFAULT');
const base = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ base });
process.on('disconnect', () => process.exit(0));
