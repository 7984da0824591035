/**
 * A noisy organization as a process of its own, so that it takes nothing from the one that measures: it sends as its parent says, to
 * Picket or to the receiver that it holds.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeSentries } from './ingest-bench.ts';
import { type LoadDevice, load } from './report-load.ts';

export interface NoiseSettings {
  readonly base: string;
  readonly owner: { readonly email: string; readonly password: string };
  readonly sentries: number;
  /** Of a report. */
  readonly readings: number;
  readonly connections: number;
}

export interface NoiseOrder {
  readonly target: 'picket' | 'receiver';
  readonly seconds: number;
  /** Reports a second; left out: as many as are answered. */
  readonly pace?: number;
}

export interface NoiseResult {
  readonly accepted: number;
  readonly refused: number;
  readonly failures: number;
  readonly seconds: number;
}

/** Guarantee: the parent is `startNoise`. */
const settings = JSON.parse(process.env.PICKET_BENCH_NOISE ?? '') as NoiseSettings;
const { base, owner, sentries, readings, connections } = settings;

/** Reads requests and answers them, and nothing else. */
const receiver = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-length': 2 }).end('{}'));
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const receiverBase = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

/** A backlog of one sensor: no two readings have a time in common. */
const first = Date.now() - 80_000_000;
let sent = 0;
const backlog = (): string =>
  Array.from({ length: readings }, () => {
    sent += 1;
    const at = new Date(first + sent).toISOString();
    return `{"sensorMetricId":"environment_temperature","values":{"value":${20 + (sent % 7)}},"at":"${at}"}`;
  }).join(',');
const { devices: made } = await makeSentries(base, sentries, 2, owner);
const devices: readonly LoadDevice[] = made.map(({ token }) => ({ token, readings: backlog }));

process.on('message', async ({ target, ...order }: NoiseOrder) => {
  const result = await load({ base: target === 'receiver' ? receiverBase : base, devices, connections, ...order });
  const { latencies: _, ...counts } = result;
  process.send?.(counts satisfies NoiseResult);
});
process.send?.('ready');
