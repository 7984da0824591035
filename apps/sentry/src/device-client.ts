/** The device's side of the wire: activation, token, reports. The token is kept in a file only its owner can read. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ApiError, createClient } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { FieldError } from '@picket/contracts/errors';
import type { NetworkReportIn } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { createFolder, writeFileDurably } from '@picket/files';
import { z } from 'zod';
import RELEASE from '../../../package.json' with { type: 'json' };
import { parseJson } from './json-text.ts';
import type { SensorReading } from './source.ts';

const TIMEOUT_MS = 30_000;

/** What a refusal says; a proxy may answer something else. */
const Refusal = z.object({ message: z.string().optional(), errors: z.array(FieldError).optional() });

interface Identity {
  readonly sentry: string;
  readonly token: string;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
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

  /** Trades the code for a token and keeps it. `gateway`: it reads sources in its own network. */
  async activate(activationCode: string, model: string, serialNumber: string, gateway = false): Promise<void> {
    const client = createClient({ base: this.#base, credentials: 'omit' });
    const { sentry, token } = await client('POST /sentry/activate', {
      body: { activationCode, model, serialNumber, softwareVersion: RELEASE.version, ...(gateway ? { gateway } : {}) },
    });
    this.#keep({ sentry, token });
  }

  /** What the server wants of this device. @throws where there is no answer within 30 seconds, or before `limit` is aborted */
  config(limit = AbortSignal.timeout(TIMEOUT_MS)): Promise<ResponseOf<'GET /sentry/config'>> {
    return this.#client()('GET /sentry/config', { signal: limit });
  }

  /** Reports the state of the network, and the result of settings. */
  async reportNetwork(report: NetworkReportIn): Promise<void> {
    await this.#client()('POST /sentry/network', { body: report, signal: AbortSignal.timeout(TIMEOUT_MS) });
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
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const response = await this.call('POST', '/sentry/telemetry', { headers, body: gzipSync(JSON.stringify(body)) });
    return JSON.parse(await response.text());
  }

  /**
   * A request with the token. `path`: below the API, with or without the path of the API itself.
   * Throws an ApiError for every answer that is not a success.
   */
  async call(method: string, path: string, { headers, body, signal }: CallOptions = {}): Promise<Response> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(this.addressOf(path), {
      method,
      headers: { ...headers, ...this.authorization() },
      body: body ?? null,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    }).catch((cause: unknown) => {
      throw new ApiError(0, 'unreachable', cause instanceof Error ? cause.message : 'no answer', [], null);
    });
    if (response.ok) return response;
    const text = await response.text().catch(() => '');
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    const { message = `the server answered ${response.status}`, errors = [] } =
      Refusal.safeParse(parseJson(text)).data ?? {};
    throw new ApiError(response.status, 'refused', message, errors, Number.isFinite(retryAfter) ? retryAfter : null);
  }

  /** A call with a JSON body. */
  send(method: string, path: string, body: unknown): Promise<Response> {
    return this.call(method, path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** The server's address of a path, which stays on the server whatever the path is. */
  addressOf(path: string): string {
    const base = new URL(this.#base);
    const below = path.startsWith(`${base.pathname}/`) ? path : `${base.pathname}${path}`;
    return `${base.origin}${below}`;
  }

  authorization(): { readonly authorization: string } {
    return { authorization: `Bearer ${this.#token()}` };
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
