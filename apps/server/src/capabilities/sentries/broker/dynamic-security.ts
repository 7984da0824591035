/** mosquitto's dynamic security over its control topic: lists accounts, and changes them while the broker runs. */
import { randomUUID } from 'node:crypto';
import { connect } from 'mqtt';
import { z } from 'zod';

const CONTROL = '$CONTROL/dynamic-security/v1';
const RESPONSE = `${CONTROL}/response`;
const RESPONSE_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 2000;
/** Accounts per response: it must fit into one message. */
const PAGE = 500;
/** Commands per message: the broker is blocked while it processes them. */
const BATCH = 50;

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
type Response = z.output<typeof Responses>['responses'][number];

const ClientPage = z.object({
  totalCount: z.number(),
  clients: z.array(z.object({ username: z.string(), textname: z.string().optional() })),
});
const RolePage = z.object({ totalCount: z.number(), roles: z.array(z.string()) });

/** A command as the plug-in documents it, such as `createClient`. */
export interface SecurityCommand {
  readonly command: string;
  readonly [field: string]: unknown;
}

export interface BrokerState {
  /** The text name of each account, by its user name; null: it has none. */
  readonly accounts: ReadonlyMap<string, string | null>;
  readonly roles: ReadonlySet<string>;
}

export interface DynamicSecurity {
  readonly isConnected: () => boolean;
  /** All accounts and roles. Throws where the broker does not answer within ten seconds, or refuses. */
  list(): Promise<BrokerState>;
  /** Runs the commands in their order. Throws the broker's first error; those before it were done. */
  run(commands: readonly SecurityCommand[]): Promise<void>;
  close(): Promise<void>;
}

interface Events {
  /** The broker listens to commands. */
  readonly connected: () => void;
  /** What was known of the broker may be wrong from now on. */
  readonly disconnected: () => void;
  readonly failed: (error: Error) => void;
}

/** Connects as an account that may administer the plug-in, and connects again whenever the connection is lost. */
export function connectDynamicSecurity(
  address: { readonly url: string; readonly password: string | null; readonly clientId: string },
  events: Events,
): DynamicSecurity {
  const waiting = new Map<string, { resolve(responses: readonly Response[]): void; reject(error: Error): void }>();
  let isListening = false;
  const { url, password, clientId } = address;
  const client = connect(url, {
    clientId,
    clean: true,
    keepalive: 30,
    reconnectPeriod: RECONNECT_MS,
    // A broker may be given its first accounts later than Picket starts.
    reconnectOnConnackError: true,
    queueQoSZero: false,
    ...(password === null ? {} : { password }),
  });
  client.on('connect', () => {
    client.subscribe(RESPONSE, { qos: 1 }, (error) => {
      if (error !== null) return events.failed(error);
      isListening = true;
      events.connected();
    });
  });
  client.on('close', () => {
    isListening = false;
    for (const { reject } of waiting.values()) reject(new Error('the connection to the MQTT broker was lost'));
    events.disconnected();
  });
  client.on('error', events.failed);
  client.on('message', (_topic, payload) => {
    const responses = parseResponses(payload);
    const id = responses[0]?.correlationData;
    if (id !== undefined) waiting.get(id)?.resolve(responses);
  });

  const request = async (commands: readonly SecurityCommand[]): Promise<readonly Response[]> => {
    const id = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<readonly Response[]>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        timer = setTimeout(
          () => reject(new Error('the MQTT broker does not answer commands: is dynamic security on?')),
          RESPONSE_TIMEOUT_MS,
        );
        const message = JSON.stringify({ commands: commands.map((one) => ({ ...one, correlationData: id })) });
        client.publish(CONTROL, message, { qos: 1 }, (error) => {
          if (error) reject(error);
        });
      });
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };

  const run = async (commands: readonly SecurityCommand[]): Promise<void> => {
    for (let from = 0; from < commands.length; from += BATCH) {
      const refused = (await request(commands.slice(from, from + BATCH))).find(({ error }) => error !== undefined);
      if (refused !== undefined)
        throw new Error(`the MQTT broker refuses ${refused.command ?? 'a command'}: ${refused.error}`);
    }
  };

  const forEachPage = async <Page extends { readonly totalCount: number }>(
    command: SecurityCommand,
    schema: z.ZodType<Page>,
    handlePage: (page: Page) => number,
  ): Promise<void> => {
    for (let offset = 0, total = 1; offset < total; ) {
      const [response] = await request([{ ...command, count: PAGE, offset }]);
      if (response?.error !== undefined)
        throw new Error(`the MQTT broker refuses ${command.command}: ${response.error}`);
      const page = schema.parse(response?.data);
      const handled = handlePage(page);
      total = handled === 0 ? 0 : page.totalCount;
      offset += handled;
    }
  };

  return {
    isConnected: () => isListening,
    run,
    list: async () => {
      const accounts = new Map<string, string | null>();
      const roles = new Set<string>();
      await forEachPage({ command: 'listClients', verbose: true }, ClientPage, ({ clients }) => {
        for (const { username, textname } of clients) accounts.set(username, textname ?? null);
        return clients.length;
      });
      await forEachPage({ command: 'listRoles', verbose: false }, RolePage, (page) => {
        for (const role of page.roles) roles.add(role);
        return page.roles.length;
      });
      return { accounts, roles };
    },
    close: async () => {
      // Closes without waiting: an unreachable broker sends no response.
      await client.endAsync(true).catch(() => {});
    },
  };
}

/** Returns an empty list for messages that are no response of the plug-in. */
function parseResponses(payload: Buffer): readonly Response[] {
  try {
    return Responses.parse(JSON.parse(payload.toString('utf8'))).responses;
  } catch {
    return [];
  }
}
