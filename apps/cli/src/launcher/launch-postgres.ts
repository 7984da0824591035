/** The embedded Postgres for the launcher, which stays: a program that ends starts it, and takes with it what that needs in memory. */
import { once } from 'node:events';
import { join } from 'node:path';
import { START_POSTGRES } from '../folders.ts';
import { runningPort } from '../postgres/postmaster.ts';
import { stopPostgres } from '../postgres/stop-postgres.ts';
import { startNode } from './start-node.ts';

export interface LaunchedPostgres {
  /** For the server's own role. */
  readonly url: string;
  /** For the role that owns the tables. */
  readonly ownerUrl: string;
  readonly port: number;
  isRunning(): boolean;
  stop(): Promise<void>;
}

type Access = Pick<LaunchedPostgres, 'url' | 'ownerUrl' | 'port'>;

const isAccess = (message: unknown): message is Access =>
  typeof message === 'object' &&
  message !== null &&
  'url' in message &&
  typeof message.url === 'string' &&
  'ownerUrl' in message &&
  typeof message.ownerUrl === 'string' &&
  'port' in message &&
  typeof message.port === 'number';

/**
 * Starts, or adopts, the Postgres of `folder` (absolute). `wantedPort`: where it was before it ended by accident. Null where it does not
 * start: the program has said why.
 */
export async function launchPostgres(
  folder: string,
  wantedPort: number | null = null,
): Promise<LaunchedPostgres | null> {
  const program = startNode(
    START_POSTGRES,
    [folder, ...(wantedPort === null ? [] : [String(wantedPort)])],
    process.env,
  );
  const received: Access[] = [];
  program.on('message', (message) => {
    if (isAccess(message)) received.push(message);
  });
  await once(program, 'close');
  const [access] = received;
  return access === undefined ? null : withControl(access, folder);
}

const withControl = (access: Access, folder: string): LaunchedPostgres => ({
  ...access,
  isRunning: () => runningPort(join(folder, 'postgres')) !== null,
  stop: () => stopPostgres(folder, 'fast'),
});
