/**
 * A gateway: asks the server which sources it is to read, reads them, and reports what it observed. A change of the configuration needs no
 * restart. While the server is away it goes on with what it was last given, also after a start of its own.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@picket/contracts/client';
import { type GatewaySource, GatewaySources } from '@picket/contracts/gateways';
import { createFolder, writeFileDurably } from '@picket/files';
import { checkSource } from '@picket/source-io/check-source';
import { parseJson } from '../json-text.ts';
import { pause } from '../pause.ts';
import type { ReporterEvents } from '../reporter.ts';
import type { GatewayClient } from './gateway-client.ts';
import { ObservationSender } from './observation-sender.ts';
import { openReader } from './open-reader.ts';
import type { GatewayClock, SourceReader } from './source-reader.ts';
import { SourceTests } from './source-tests.ts';

const ASK_MS = 5000;
const UNAUTHENTICATED = 401;
const GUID = /^[0-9a-f-]{36}$/u;

const CLOCK: GatewayClock = { now: () => Date.now(), pause };

interface Running {
  readonly reader: SourceReader | null;
  /** What another connection is needed for. */
  readonly connection: string;
}

/** How sources are reached: begins to read one, and tries one. */
export interface SourceAccess {
  readonly open: typeof openReader;
  readonly check: typeof checkSource;
}

export interface GatewayEvents extends ReporterEvents {
  /** So many sources are read now. */
  reading?(sources: number): void;
}

export class GatewayRunner {
  readonly #client: GatewayClient;
  readonly #clock: GatewayClock;
  readonly #events: GatewayEvents;
  readonly #observations: string;
  readonly #file: string;
  readonly #open: typeof openReader;
  readonly #tests: SourceTests;
  readonly #senders = new Map<string, ObservationSender>();
  readonly #running = new Map<string, Running>();

  /**
   * `folder`: where the settings of the sources and unsent observations are kept, readable by its owner alone.
   * The last argument is how sources are read and tried; left out: over the network of this machine.
   */
  constructor(
    client: GatewayClient,
    folder: string,
    events: GatewayEvents = {},
    clock: GatewayClock = CLOCK,
    { open, check }: SourceAccess = { open: openReader, check: checkSource },
  ) {
    this.#client = client;
    this.#open = open;
    this.#tests = new SourceTests(client, check);
    this.#clock = clock;
    this.#events = events;
    this.#file = join(folder, 'sources.json');
    this.#observations = join(folder, 'observations');
    createFolder(this.#observations);
  }

  /** Reads until `signal` is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    for (const integration of readdirSync(this.#observations)) if (GUID.test(integration)) this.#sender(integration);
    let sources = this.#kept();
    while (!signal.aborted) {
      sources = await this.#ask(sources, signal);
      if (!signal.aborted) await this.#apply(sources).catch((error: unknown) => this.#failed(error));
      await this.#clock.pause(ASK_MS, signal);
    }
    await Promise.all([...this.#running.values()].map(({ reader }) => reader?.close()));
    await Promise.all([...this.#senders.values()].map((sender) => sender.close()));
  }

  /** What is to be read: of a server that is away, as before. */
  async #ask(before: readonly GatewaySource[], signal: AbortSignal): Promise<readonly GatewaySource[]> {
    try {
      const asked = await this.#client.asked(signal);
      if (asked === null) return before;
      this.#tests.begin(asked.tests ?? []);
      this.#keep(asked.sources);
      return asked.sources;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== UNAUTHENTICATED) return before;
      // It was removed: the secrets of the sources are not its own any more.
      rmSync(this.#file, { force: true });
      return [];
    }
  }

  async #apply(sources: readonly GatewaySource[]): Promise<void> {
    const wanted = new Map(sources.map((source) => [source.integration, source]));
    const before = this.#running.size;
    for (const [integration, running] of this.#running) {
      const source = wanted.get(integration);
      if (source !== undefined && connectionOf(source) === running.connection) running.reader?.update(source);
      else {
        this.#running.delete(integration);
        await running.reader?.close();
      }
    }
    for (const [integration, source] of wanted) {
      if (this.#running.has(integration)) continue;
      const reader = this.#open(source, this.#sender(integration).outbox, this.#clock);
      this.#running.set(integration, { reader, connection: connectionOf(source) });
    }
    for (const [integration, sender] of this.#senders) {
      if (this.#running.has(integration) || !sender.isDone) continue;
      this.#senders.delete(integration);
      await sender.remove();
    }
    if (this.#running.size !== before) this.#events.reading?.(this.#running.size);
  }

  #sender(integration: string): ObservationSender {
    const known = this.#senders.get(integration);
    if (known !== undefined) return known;
    const sender = new ObservationSender(this.#client, this.#observations, integration, this.#events);
    this.#senders.set(integration, sender);
    return sender;
  }

  /** What an earlier start was given. */
  #kept(): readonly GatewaySource[] {
    if (!existsSync(this.#file)) return [];
    return GatewaySources.safeParse(parseJson(readFileSync(this.#file, 'utf8'))).data?.sources ?? [];
  }

  #keep(sources: readonly GatewaySource[]): void {
    try {
      writeFileDurably(this.#file, JSON.stringify({ sources }), 0o600);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Of this machine, such as a full disk: what is read goes on, and the rest is done again later. */
  #failed(error: unknown): void {
    this.#events.failed?.(error instanceof Error ? error.message : 'the sources cannot be read', 0);
  }
}

const connectionOf = ({ settings, broker }: GatewaySource): string =>
  JSON.stringify([settings, broker?.connection ?? null]);
