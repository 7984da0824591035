/** Asks a server of Network UPS Tools for its UPSes and the variables of each. */

import type { NutSettings } from '@picket/contracts/connected-settings';
import type { LeftOutReason } from '@picket/devices/announced';
import { readUpsList, readVariables } from '@picket/devices/nut-protocol';
import { upsDeviceOf, upsEntitiesOf, upsMessageOf } from '@picket/devices/nut-ups';
import { MAX_ENTITIES } from '@picket/devices/read-announcement';
import type { PolledDevice, PolledSource, PollResult } from '../polled-source.ts';
import type { SourceNetwork } from '../source-network.ts';
import { NutClient, NutProblem, problemOfReply } from './nut-client.ts';

type Known = Parameters<PolledSource['poll']>[0];

/** The settings as a source that is polled. */
export const polledNut = (settings: NutSettings): PolledSource => ({
  pollSeconds: settings.pollSeconds,
  poll: async (known, network, closing) => {
    const poll = new NutPoll(settings, known, network, closing);
    try {
      return await poll.run();
    } catch (error) {
      if (error instanceof NutProblem) return { kind: 'failed', problem: error.problem };
      throw error;
    } finally {
      poll.close();
    }
  },
});

class NutPoll {
  readonly #settings: NutSettings;
  readonly #known: Known;
  readonly #open: () => Promise<NutClient>;
  readonly #leftOut: (readonly [string, LeftOutReason])[] = [];
  #client: NutClient | null = null;

  constructor(settings: NutSettings, known: Known, network: SourceNetwork, closing: AbortSignal) {
    this.#settings = settings;
    this.#known = known;
    this.#open = () => NutClient.open(settings, network, closing);
  }

  async run(): Promise<PollResult> {
    this.#client = await this.#open();
    const { upses, leftOut } = readUpsList(await this.#client.rowsOf('LIST UPS'));
    this.#leftOut.push(...leftOut);
    const devices: PolledDevice[] = [];
    for (const { name } of upses) devices.push({ place: name, found: await this.#read(name) });
    return { kind: 'polled', devices, leftOut: this.#leftOut };
  }

  close(): void {
    this.#client?.close();
  }

  /** null: its data is stale, its driver is gone, or it is unknown: whatever was read before says nothing about now. */
  async #read(ups: string): Promise<PolledDevice['found']> {
    this.#client ??= await this.#open();
    const reply = await this.#client.ask(`LIST VAR ${ups}`);
    if (reply.kind === 'too-large') {
      // The rest of the answer would be read as that of the next UPS.
      this.#client.close();
      this.#client = null;
      this.#leftOut.push([ups, 'TOO_LARGE']);
      return null;
    }
    if (reply.kind === 'error') {
      if (problemOfReply(reply) === 'NOT_AUTHORIZED') throw new NutProblem('NOT_AUTHORIZED');
      return null;
    }
    if (reply.kind === 'other') throw new NutProblem('NOT_NUT');
    const variables = readVariables(reply.rows, ups);
    const entities = upsEntitiesOf(ups, variables, this.#known(ups), this.#settings.pollSeconds);
    return {
      announcement: {
        kind: 'announced',
        device: upsDeviceOf(ups, variables),
        entities,
        // A strip of outlets has more variables than a device may have entities.
        leftOut: variables.size > MAX_ENTITIES ? ['OVER_LIMIT'] : [],
      },
      messages: [{ message: upsMessageOf(variables, entities), at: null }],
    };
  }
}
