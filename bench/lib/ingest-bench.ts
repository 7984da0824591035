/** What the benchmarks of ingest share: COPY beside it, sentries whose every reading meets policies, and counting. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@picket/contracts/client';
import { openClient } from '@picket/server/database-connections';
import type pg from 'pg';
import { signInAs } from './bench-server.ts';
import type { LoadDevice } from './report-load.ts';

export const OWNER_ENV = {
  PICKET_ADMIN_EMAIL: 'bench@picket.example',
  PICKET_ADMIN_PASSWORD: 'a benchmark is no place for secrets',
};

const COPY_ROWS = 2_000_000;

/** Rows a second of COPY FROM a file into (int, timestamptz, float8) with a primary key: the best of three. */
export async function copyRate(admin: pg.Client, folder: string): Promise<number> {
  const file = join(folder, 'copy.csv');
  const start = Date.UTC(2026, 0, 1);
  const lines = Array.from(
    { length: COPY_ROWS },
    (_, row) =>
      `${row % 4000},${new Date(start + Math.floor(row / 4000) * 1000).toISOString()},${20 + (row % 97) / 10}`,
  );
  writeFileSync(file, lines.join('\n'), { mode: 0o644 });
  let best = 0;
  for (let run = 0; run < 3; run++) {
    await admin.query('DROP TABLE IF EXISTS copy_bench');
    await admin.query('CREATE TABLE copy_bench (series int, at timestamptz, value float8, PRIMARY KEY (series, at))');
    const began = performance.now();
    await admin.query(`COPY copy_bench FROM '${file}' WITH (FORMAT csv)`);
    best = Math.max(best, COPY_ROWS / ((performance.now() - began) / 1000));
  }
  await admin.query('DROP TABLE copy_bench');
  rmSync(file);
  return best;
}

export interface BenchTenant {
  readonly cookie: string;
  readonly location: string;
  readonly devices: readonly (LoadDevice & { readonly sentry: string })[];
}

/** Every sentry has fluid sensors of its own, paired, so that each reading meets the policies on it. */
const serialOf = (sentry: number, index: number): string => `${sentry}.${index}`;

/** Signs in, and makes sentries with so many readings a report. */
export async function makeSentries(
  base: string,
  sentries: number,
  readings: number,
  owner = { email: OWNER_ENV.PICKET_ADMIN_EMAIL, password: OWNER_ENV.PICKET_ADMIN_PASSWORD },
): Promise<BenchTenant> {
  const cookie = await signInAs(base, owner.email, owner.password);
  const api = createClient({ base: `${base}/api/v1`, credentials: 'omit', headers: () => ({ cookie }) });
  const { guid: location } = await api('POST /locations', {
    body: { name: `Bench ${Date.now()}`, timezone: 'UTC' },
  });
  const devices: (LoadDevice & { readonly sentry: string })[] = [];
  for (let index = 0; index < sentries; index++) {
    const made = await api('POST /locations/{guid}/sentries', {
      params: { guid: location },
      body: { name: `Sentry ${index}` },
    });
    const { token, sentry } = await api('POST /sentry/activate', {
      body: { activationCode: made.activationCode, model: 'bench', serialNumber: `${index}`, softwareVersion: '1' },
    });
    const sensors = Array.from({ length: Math.max(0, readings - 2) }, (_, sensor) => ({
      model: 'B',
      serial_number: serialOf(index, sensor + 2),
      type: 'FLUID' as const,
    }));
    const device = createClient({
      base: `${base}/api/v1`,
      credentials: 'omit',
      headers: () => ({ authorization: `Bearer ${token}` }),
    });
    await device('POST /sentry/discovered', { body: { sensors } });
    if (sensors.length > 0)
      await api('POST /locations/{guid}/sensors/subscribe', { params: { guid: location }, body: { sensors } });
    devices.push({ token, sentry, readings: (at, turn) => readingsOf(index, readings, at, turn) });
  }
  return { cookie, location, devices };
}

function readingsOf(sentry: number, count: number, at: string, turn: number): string {
  const value = (turn % 17) / 17;
  const parts = [
    `{"sensorMetricId":"environment_temperature","values":{"value":${22 + value}},"at":"${at}"}`,
    `{"sensorMetricId":"environment_humidity","values":{"value":${45 + value}},"at":"${at}"}`,
  ];
  for (let index = 2; index < count; index++)
    parts.push(
      `{"sensorMetricId":"fluid-B-${serialOf(sentry, index)}_battery","values":{"value":${3 + value / 10}},"at":"${at}"}`,
    );
  return parts.slice(0, count).join(',');
}

/** Readings stored, as rows and packed. */
export async function countReadings(url: string): Promise<number> {
  const client = openClient(url, 'script');
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    'SELECT (SELECT count(*) FROM reading) + (SELECT coalesce(sum(count), 0) FROM reading_chunk) AS count',
  );
  await client.end();
  return Number(rows[0]?.count ?? 0);
}
