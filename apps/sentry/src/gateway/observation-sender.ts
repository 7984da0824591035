/** What was observed at one source, on its way to the server: kept on disk until it is acknowledged, sent in order. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Backlog, type BacklogLimits } from '../backlog.ts';
import { pause } from '../pause.ts';
import { type ReporterEvents, type RetryPauses, runReporter } from '../reporter.ts';
import { afterFailure, afterRefusal, beforePostponed } from '../retry-pauses.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { ObservedEvent } from './observed-event.ts';
import { Outbox } from './outbox.ts';

const MEBIBYTE = 1_048_576;
/** Of each source. */
const LIMITS: BacklogLimits = { reports: 20_000, bytes: 128 * MEBIBYTE, readingsAtOnce: 500, bytesAtOnce: 3_000_000 };
/** Before it is begun again after an error of the disk. */
const AFTER_ERROR_MS = 10_000;
/** Nobody waits for a report that was not sent: an alarm may be in it. */
const MAX_RETRY_MS = 10_000;

const PAUSES: RetryPauses = {
  afterFailure: (failures, retryAfter, chance) => Math.min(MAX_RETRY_MS, afterFailure(failures, retryAfter, chance)),
  afterRefusal,
  beforePostponed,
};

export class ObservationSender {
  readonly outbox = new Outbox();
  readonly #folder: string;
  readonly #backlog: Backlog<ObservedEvent>;
  readonly #closing = new AbortController();
  readonly #sending: Promise<void>;

  /** `folder`: of all sources. Begins to send what an earlier start has left. */
  constructor(client: GatewayClient, folder: string, integration: string, events: ReporterEvents) {
    this.#folder = join(folder, integration);
    this.#backlog = new Backlog(this.#folder, LIMITS);
    this.#sending = this.#send(client, integration, events);
  }

  /** Whether the server has all of it. */
  get isDone(): boolean {
    return this.outbox.isEmpty && this.#backlog.size === 0 && this.#backlog.postponed.size === 0;
  }

  /** What was not sent stays on disk. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sending;
  }

  /** Closes it and removes what is on disk. */
  async remove(): Promise<void> {
    await this.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Never rejects. */
  async #send(client: GatewayClient, integration: string, events: ReporterEvents): Promise<void> {
    const { signal } = this.#closing;
    const target = { report: (observed: readonly ObservedEvent[]) => client.report(integration, observed) };
    while (!signal.aborted) {
      try {
        await runReporter(target, this.#backlog, this.outbox, 0, events, signal, PAUSES);
      } catch (error) {
        events.failed?.(error instanceof Error ? error.message : 'observations cannot be sent', AFTER_ERROR_MS);
        await pause(AFTER_ERROR_MS, signal);
      }
    }
  }
}
