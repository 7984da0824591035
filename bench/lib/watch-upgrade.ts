/** Sentries that report, somebody who reads, and the size of the database, while versions change. */
import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { BenchTenant } from './ingest-bench.ts';
import { nextReportTime } from './report-load.ts';

const EVERY_MS = 100;
const SIZE_EVERY_MS = 500;

export interface UpgradeSeen {
  /** Readings in reports that were answered with 200. */
  readonly acknowledged: number;
  /** Attempts answered with 503. */
  readonly refused: number;
  /** Attempts answered with anything else, or not at all. */
  readonly failures: number;
  /** Milliseconds from the first attempt of a report to its acknowledgement. */
  readonly longestReport: number;
  readonly reads: number;
  readonly failedReads: number;
  /** Milliseconds. */
  readonly longestRead: number;
  /** Bytes at the beginning, at most, and at the end. */
  readonly databaseBytes: readonly number[];
  readonly logBytes: readonly number[];
}

interface Watched {
  /** A connection that may read the folder of the log. */
  readonly inside: ClientBase;
  readonly tenant: BenchTenant;
  /** Of the servers, which take turns. */
  readonly bases: readonly string[];
  /** Of a report. */
  readonly readings: number;
}

/** Watches until `stop`, which finishes what has begun. */
export function watchUpgrade(watched: Watched): {
  addBase(base: string): void;
  stop(): Promise<UpgradeSeen>;
} {
  const open = [...watched.bases];
  let turn = 0;
  const nextBase = (): string => open[turn++ % open.length] ?? '';
  const stopping = new AbortController();
  const reporting = report(watched, nextBase, stopping.signal);
  const reading = read(watched, nextBase, stopping.signal);
  const measuring = measureSizes(watched, stopping.signal);
  return {
    addBase: (base) => open.push(base),
    stop: async () => {
      stopping.abort();
      return { ...(await reporting), ...(await reading), ...(await measuring) };
    },
  };
}

/** One report after the other, by all sentries in turns. */
async function report({ tenant, readings }: Watched, nextBase: () => string, stop: AbortSignal) {
  const counts = { acknowledged: 0, refused: 0, failures: 0, longestReport: 0 };
  for (let turn = 0; !stop.aborted; turn += 1) {
    const device = tenant.devices[turn % tenant.devices.length];
    const at = nextReportTime();
    const init = {
      method: 'POST',
      headers: { authorization: `Bearer ${device?.token}`, 'content-type': 'application/json' },
      body: `{"sentAt":"${at}","readings":[${device?.readings(at, turn) ?? ''}]}`,
    };
    const send = (): Promise<number> => statusOf(`${nextBase()}/api/v1/sentry/telemetry`, init);
    const began = performance.now();
    let status = await send();
    for (; status === 503; status = await send()) {
      counts.refused += 1;
      await setTimeout(EVERY_MS);
    }
    if (status !== 200) counts.failures += 1;
    else counts.acknowledged += readings;
    counts.longestReport = Math.max(counts.longestReport, performance.now() - began);
    await setTimeout(EVERY_MS);
  }
  return counts;
}

/** The newest values of the location, again and again. */
async function read({ tenant }: Watched, nextBase: () => string, stop: AbortSignal) {
  const counts = { reads: 0, failedReads: 0, longestRead: 0 };
  while (!stop.aborted) {
    const began = performance.now();
    const headers = { cookie: tenant.cookie };
    const status = await statusOf(`${nextBase()}/api/v1/locations/${tenant.location}/latest`, { headers });
    counts.reads += 1;
    if (status !== 200) counts.failedReads += 1;
    counts.longestRead = Math.max(counts.longestRead, performance.now() - began);
    await setTimeout(EVERY_MS);
  }
  return counts;
}

async function measureSizes({ inside }: Watched, stop: AbortSignal) {
  const sizes: { database: number; log: number }[] = [];
  while (!stop.aborted) {
    const { rows } = await inside.query<{ database: number; log: number }>(
      `SELECT pg_database_size(current_database())::float8 AS database,
              (SELECT sum(size)::float8 FROM pg_ls_waldir()) AS log`,
    );
    sizes.push(...rows);
    await setTimeout(SIZE_EVERY_MS);
  }
  const spread = (bytes: readonly number[]): number[] => [bytes[0] ?? 0, Math.max(...bytes), bytes.at(-1) ?? 0];
  return {
    databaseBytes: spread(sizes.map(({ database }) => database)),
    logBytes: spread(sizes.map(({ log }) => log)),
  };
}

/** The status of an answer whose body was read, or 0. */
async function statusOf(address: string, init: RequestInit): Promise<number> {
  try {
    const answer = await fetch(address, init);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
