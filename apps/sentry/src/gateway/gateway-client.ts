/** The gateway's side of the wire: which sources it reads, and what it observed there. */
import { gzipSync } from 'node:zlib';
import { ApiError } from '@picket/contracts/client';
import type { BodyOf } from '@picket/contracts/endpoints';
import { GatewaySources, ObservationsResponse } from '@picket/contracts/gateways';
import { formatInstant } from '@picket/domain/time';
import type { z } from 'zod';
import type { DeviceClient } from '../device-client.ts';
import type { ReportAnswer } from '../reporter.ts';
import { type ObservedEvent, toSent } from './observed-event.ts';

const NOT_MODIFIED = 304;
const FORBIDDEN = 403;

type ReportedTest = BodyOf<'POST /sentry/source-tests'>['result'];

export class GatewayClient {
  readonly #device: DeviceClient;
  #etag: string | null = null;

  constructor(device: DeviceClient) {
    this.#device = device;
  }

  /** The sources to read, and those to try; null: as before. Throws an ApiError where the server does not say. */
  async asked(signal: AbortSignal): Promise<z.output<typeof GatewaySources> | null> {
    const headers = this.#etag === null ? {} : { 'if-none-match': this.#etag };
    try {
      const response = await this.#device.call('GET', '/sentry/sources', { headers, signal });
      const asked = GatewaySources.parse(await response.json());
      this.#etag = response.headers.get('etag');
      return asked;
    } catch (error) {
      if (error instanceof ApiError && error.status === NOT_MODIFIED) return null;
      this.#etag = null;
      throw error;
    }
  }

  /** Sends what a source that was tried answered. Throws an ApiError where the test is over. */
  async reportTest(test: string, result: ReportedTest): Promise<void> {
    await this.#device.send('POST', '/sentry/source-tests', { test, result });
  }

  /** Sends what was observed, compressed. What the server does not take from this gateway any more is given up. */
  async report(integration: string, events: readonly ObservedEvent[]): Promise<ReportAnswer> {
    const body = { integration, sentAt: formatInstant(Date.now()), events: events.map(toSent) };
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    try {
      const request = { headers, body: gzipSync(JSON.stringify(body)) };
      const response = await this.#device.call('POST', '/sentry/observations', request);
      return ObservationsResponse.parse(await response.json());
    } catch (error) {
      if (error instanceof ApiError && error.status === FORBIDDEN)
        return { rejected: [], serverTime: formatInstant(Date.now()) };
      throw error;
    }
  }
}
