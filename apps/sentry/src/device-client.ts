/** The device's side of the wire: activation, token, reports. The token is kept in a file only its owner can read. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ApiError, createClient } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { NetworkReportIn } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { createFolder, writeFileDurably } from '@picket/files';
import type { SensorReading } from './source.ts';

const VERSION = '0.1.0';
const TIMEOUT_MS = 30_000;

interface Identity {
  readonly sentry: string;
  readonly token: string;
}

export class NotActivated extends Error {}

export class DeviceClient {
  readonly #base: string;
  readonly #file: string;
  #identity: Identity | null;

  /** `server`: its address without a path; `folder`: where the token is kept. */
  constructor(server: string, folder: string) {
    this.#base = `${server.replace(/\/+$/u, '')}/api/v1`;
    createFolder(folder);
    this.#file = join(folder, 'identity.json');
    this.#identity = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : null;
  }

  get isActivated(): boolean {
    return this.#identity !== null;
  }

  /** Trades the code for a token and keeps it. */
  async activate(activationCode: string, model: string, serialNumber: string): Promise<void> {
    const client = createClient({ base: this.#base, credentials: 'omit' });
    const { sentry, token } = await client('POST /sentry/activate', {
      body: { activationCode, model, serialNumber, softwareVersion: VERSION },
    });
    this.#keep({ sentry, token });
  }

  config(): Promise<ResponseOf<'GET /sentry/config'>> {
    return this.#client()('GET /sentry/config', {});
  }

  /** Reports the state of the network, and the result of settings. */
  async reportNetwork(report: NetworkReportIn): Promise<void> {
    await this.#client()('POST /sentry/network', { body: report });
  }

  /** Reports fluid sensors this device receives, so that they can be paired. */
  async discovered(sensors: readonly { readonly model: string; readonly serialNumber: string }[]): Promise<void> {
    const body = {
      sensors: sensors.map(({ model, serialNumber }) => ({ model, serial_number: serialNumber, type: 'FLUID' })),
    };
    await this.#client()('POST /sentry/discovered', { body });
  }

  /** A new token; the old one works until this one is first used. */
  async rotateToken(): Promise<void> {
    const { token } = await this.#client()('POST /sentry/token', {});
    this.#keep({ sentry: this.#identity?.sentry ?? '', token });
  }

  /** Sends one report, compressed. Throws an ApiError for every answer that is not a 200. */
  async report(
    readings: readonly SensorReading[],
    moreToFollow: boolean,
  ): Promise<ResponseOf<'POST /sentry/telemetry'>> {
    const body = {
      sentAt: formatInstant(Date.now()),
      ...(moreToFollow ? { moreToFollow } : {}),
      readings: readings.map(({ at, ...reading }) => ({ ...reading, at: formatInstant(at) })),
    };
    const response = await fetch(`${this.#base}/sentry/telemetry`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token()}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify(body)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new ApiError(0, 'unreachable', cause instanceof Error ? cause.message : 'no answer', [], null);
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    const message = /"message":"([^"]*)"/u.exec(text)?.[1] ?? `the server answered ${response.status}`;
    throw new ApiError(response.status, 'refused', message, [], Number.isFinite(retryAfter) ? retryAfter : null);
  }

  #client() {
    const token = this.#token();
    return createClient({
      base: this.#base,
      credentials: 'omit',
      headers: () => ({ authorization: `Bearer ${token}` }),
    });
  }

  #token(): string {
    if (this.#identity === null) throw new NotActivated('This sentry has no token yet; start it with --code.');
    return this.#identity.token;
  }

  #keep(identity: Identity): void {
    writeFileDurably(this.#file, JSON.stringify(identity), 0o600);
    this.#identity = identity;
  }
}
