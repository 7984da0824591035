/** Who is connected to a broker in Picket, how much they publish, and who was refused last: what its card shows. Pure. */
import type { ClientRefusal } from '@picket/contracts/integrations';
import { cleanText } from '@picket/domain/text';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { ConnectedClient, HostedStatus, Refusal } from './hosted-store.ts';
import { MessageRate } from './message-rate.ts';

const MAX_CLIENTS = 250;
const MAX_ID = 100;

export class ConnectedClients {
  readonly rate = new MessageRate();
  /** By the connection. */
  readonly #clients = new Map<object, ConnectedClient>();
  #lastRefusal: Refusal | null = null;

  /** Whether no further client may connect. */
  get isFull(): boolean {
    return this.#clients.size >= MAX_CLIENTS;
  }

  connected(connection: object, id: string, address: string, now: Millis): void {
    this.#clients.set(connection, { id: cleanText(id, MAX_ID), address, since: formatInstant(now) });
  }

  gone(connection: object): void {
    this.#clients.delete(connection);
  }

  refused(reason: ClientRefusal, address: string, now: Millis): void {
    this.#lastRefusal = { reason, address, at: formatInstant(now) };
  }

  status(now: Millis): HostedStatus {
    return {
      clients: [...this.#clients.values()],
      messagesPerMinute: this.rate.perMinute(now),
      lastRefusal: this.#lastRefusal,
    };
  }
}
