/** Sources that somebody tries before they are added: each is connected to once, and what it answered is reported. */
import type { GatewaySources } from '@picket/contracts/gateways';
import { checkSource } from '@picket/source-io/check-source';
import { OPEN_NETWORK } from '@picket/source-io/open-network';
import type { z } from 'zod';
import type { GatewayClient } from './gateway-client.ts';

type Requested = NonNullable<z.output<typeof GatewaySources>['tests']>;

/** Of one answer of the server; it asks again for the others. */
const MAX_AT_ONCE = 5;

export class SourceTests {
  readonly #client: GatewayClient;
  readonly #check: typeof checkSource;
  /** Begun, and asked for since. */
  #begun: ReadonlyMap<string, Promise<void>> = new Map();

  constructor(client: GatewayClient, check: typeof checkSource = checkSource) {
    this.#client = client;
    this.#check = check;
  }

  /** Begins those that are asked for and not begun, without waiting for them. */
  begin(requested: Requested): void {
    const wanted = requested.slice(0, MAX_AT_ONCE);
    this.#begun = new Map(wanted.map((one) => [one.test, this.#begun.get(one.test) ?? this.#make(one)]));
  }

  /** Never rejects. A server that does not get the result says so to the person who waits for it. */
  async #make({ test, settings }: Requested[number]): Promise<void> {
    try {
      const answer = (await this.#result(settings)) ?? { connected: false, problem: 'UNREACHABLE', topics: [] };
      await this.#client.reportTest(test, answer);
    } catch (error) {
      process.stderr.write(`The result of a connection test was not reported: ${messageOf(error)}.\n`);
    }
  }

  /** null: it could not be tested. */
  async #result(settings: Requested[number]['settings']): Promise<Awaited<ReturnType<typeof checkSource>>> {
    try {
      return await this.#check(settings, OPEN_NETWORK);
    } catch (error) {
      process.stderr.write(`A connection could not be tested: ${messageOf(error)}.\n`);
      return null;
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
