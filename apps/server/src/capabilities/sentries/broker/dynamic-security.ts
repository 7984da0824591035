/** mosquitto's dynamic security: lists accounts and roles, and changes them while the broker runs. */
import { z } from 'zod';
import {
  type BrokerAddress,
  type ConnectionEvents,
  type SecurityCommand,
  SecurityControl,
} from './security-control.ts';

/** Accounts per response: it must fit into one message. */
const PAGE = 500;
/** Commands per message: the broker is blocked while it processes them. */
const BATCH = 50;

const ClientPage = z.object({
  totalCount: z.number(),
  clients: z.array(z.object({ username: z.string(), textname: z.string().optional() })),
});
const RolePage = z.object({ totalCount: z.number(), roles: z.array(z.string()) });

export interface BrokerState {
  /** The text name of each account, by its user name; null: it has none. */
  readonly accounts: ReadonlyMap<string, string | null>;
  readonly roles: ReadonlySet<string>;
}

export interface DynamicSecurity {
  isConnected(): boolean;
  /** All accounts and roles. Throws where the broker does not answer within ten seconds, or refuses. */
  list(): Promise<BrokerState>;
  /** Runs the commands in their order. Throws the broker's first error; those before it were done. */
  run(commands: readonly SecurityCommand[]): Promise<void>;
  close(): Promise<void>;
}

/** Connects as an account that may administer the plug-in, and connects again whenever the connection is lost. */
export function connectDynamicSecurity(address: BrokerAddress, events: ConnectionEvents): DynamicSecurity {
  const control = new SecurityControl(address, events);
  return {
    isConnected: () => control.isConnected(),
    list: async () => ({ accounts: await listAccounts(control), roles: await listRoles(control) }),
    run: (commands) => runCommands(control, commands),
    close: () => control.close(),
  };
}

async function runCommands(control: SecurityControl, commands: readonly SecurityCommand[]): Promise<void> {
  for (let from = 0; from < commands.length; from += BATCH) {
    const responses = await control.request(commands.slice(from, from + BATCH));
    const refused = responses.find(({ error }) => error !== undefined);
    if (refused !== undefined)
      throw new Error(`the MQTT broker refuses ${refused.command ?? 'a command'}: ${refused.error}`);
  }
}

async function listAccounts(control: SecurityControl): Promise<BrokerState['accounts']> {
  const accounts = new Map<string, string | null>();
  await forEachPage(control, { command: 'listClients', verbose: true }, ClientPage, ({ clients }) => {
    for (const { username, textname } of clients) accounts.set(username, textname ?? null);
    return clients.length;
  });
  return accounts;
}

async function listRoles(control: SecurityControl): Promise<BrokerState['roles']> {
  const roles = new Set<string>();
  await forEachPage(control, { command: 'listRoles', verbose: false }, RolePage, (page) => {
    for (const role of page.roles) roles.add(role);
    return page.roles.length;
  });
  return roles;
}

/** `handlePage` returns how many entries the page had. */
async function forEachPage<Page extends { readonly totalCount: number }>(
  control: SecurityControl,
  command: SecurityCommand,
  schema: z.ZodType<Page>,
  handlePage: (page: Page) => number,
): Promise<void> {
  for (let offset = 0, total = 1; offset < total; ) {
    const [response] = await control.request([{ ...command, count: PAGE, offset }]);
    if (response?.error !== undefined) throw new Error(`the MQTT broker refuses ${command.command}: ${response.error}`);
    const page = schema.parse(response?.data);
    const handled = handlePage(page);
    total = handled === 0 ? 0 : page.totalCount;
    offset += handled;
  }
}
