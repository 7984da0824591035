/** The control topic of mosquitto's dynamic security: a message of commands, and the broker's response to it. */
import { randomUUID } from 'node:crypto';
import { connect, type MqttClient } from 'mqtt';
import { z } from 'zod';

const CONTROL = '$CONTROL/dynamic-security/v1';
const RESPONSE = `${CONTROL}/response`;
const RESPONSE_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 2000;

const Responses = z.object({
  responses: z.array(
    z.object({
      command: z.string().optional(),
      correlationData: z.string().optional(),
      error: z.string().optional(),
      data: z.unknown().optional(),
    }),
  ),
});
export type SecurityResponse = z.output<typeof Responses>['responses'][number];

/** A command as the plug-in documents it, such as `createClient`. */
export interface SecurityCommand {
  readonly command: string;
  readonly [field: string]: unknown;
}

export interface BrokerAddress {
  readonly url: string;
  readonly password: string | null;
  readonly clientId: string;
}

export interface ConnectionEvents {
  /** The broker listens to commands. */
  readonly connected: () => void;
  /** What was known of the broker may be wrong from now on. */
  readonly disconnected: () => void;
  readonly failed: (error: Error) => void;
}

interface PendingRequest {
  resolve(responses: readonly SecurityResponse[]): void;
  reject(error: Error): void;
}

/** Connects as an account that may administer the plug-in, and connects again whenever the connection is lost. */
export class SecurityControl {
  readonly #client: MqttClient;
  readonly #events: ConnectionEvents;
  /** By the id that the broker sends back. */
  readonly #pending = new Map<string, PendingRequest>();
  #isListening = false;

  constructor({ url, password, clientId }: BrokerAddress, events: ConnectionEvents) {
    this.#events = events;
    this.#client = connect(url, {
      clientId,
      clean: true,
      keepalive: 30,
      reconnectPeriod: RECONNECT_MS,
      // A broker may be given its first accounts later than Picket starts.
      reconnectOnConnackError: true,
      queueQoSZero: false,
      ...(password === null ? {} : { password }),
    });
    this.#client.on('connect', () => this.#subscribe());
    this.#client.on('close', () => this.#disconnected());
    this.#client.on('error', events.failed);
    this.#client.on('message', (_topic, payload) => this.#receive(payload));
  }

  isConnected(): boolean {
    return this.#isListening;
  }

  /** Throws where the broker does not respond within ten seconds, or the connection is lost. A response may contain errors. */
  async request(commands: readonly SecurityCommand[]): Promise<readonly SecurityResponse[]> {
    const id = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<readonly SecurityResponse[]>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        timer = setTimeout(
          () => reject(new Error('the MQTT broker does not answer commands: is dynamic security on?')),
          RESPONSE_TIMEOUT_MS,
        );
        const message = JSON.stringify({ commands: commands.map((one) => ({ ...one, correlationData: id })) });
        this.#client.publish(CONTROL, message, { qos: 1 }, (error) => {
          if (error) reject(error);
        });
      });
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  /** Closes without waiting: an unreachable broker sends no response. */
  async close(): Promise<void> {
    await this.#client.endAsync(true).catch(() => {});
  }

  #subscribe(): void {
    this.#client.subscribe(RESPONSE, { qos: 1 }, (error) => {
      if (error !== null) return this.#events.failed(error);
      this.#isListening = true;
      this.#events.connected();
    });
  }

  #disconnected(): void {
    this.#isListening = false;
    for (const { reject } of this.#pending.values()) reject(new Error('the connection to the MQTT broker was lost'));
    this.#events.disconnected();
  }

  #receive(payload: Buffer): void {
    const responses = parseResponses(payload);
    const id = responses[0]?.correlationData;
    if (id !== undefined) this.#pending.get(id)?.resolve(responses);
  }
}

/** Returns an empty list for messages that are no response of the plug-in. */
function parseResponses(payload: Buffer): readonly SecurityResponse[] {
  try {
    return Responses.parse(JSON.parse(payload.toString('utf8'))).responses;
  } catch {
    return [];
  }
}
