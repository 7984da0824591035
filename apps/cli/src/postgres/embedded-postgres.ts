/**
 * The embedded Postgres: made once in a data folder, started as a process of its own that a Ctrl-C in the terminal does
 * not reach, adopted when a crash left it running, stopped last. It listens on loopback with random passwords. The role
 * the server works with is no superuser and owns no tables: those belong to a role that migrates and does nothing else.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@picket/files';
import { initializeDatabase, isMissing, readSecrets, type Secrets } from './data-folder.ts';
import { PostgresError } from './postgres-error.ts';
import { binariesFolder } from './postgres-programs.ts';
import { createRunner, type Identity, resolveIdentity } from './postgres-user.ts';
import { freePort, runningPort, startPostmaster, stopPostmaster, untilAbandoned } from './postmaster.ts';
import { ensureDatabase, OWNER_ROLE } from './serving-database.ts';

export { PostgresError } from './postgres-error.ts';
export { binariesFolder } from './postgres-programs.ts';

const MAJOR = '18';

export interface EmbeddedPostgres {
  /** Absolute: the data folder that it belongs to. */
  readonly folder: string;
  /** For the server's own role. */
  readonly url: string;
  /** For the role that owns the tables. */
  readonly ownerUrl: string;
  /** For the superuser: tests make databases with it. */
  readonly adminUrl: string;
  readonly adopted: boolean;
  readonly port: number;
  isRunning(): boolean;
  /** `immediate`: without what it would still write. */
  stop(mode?: 'fast' | 'immediate'): void;
}

/** What a start adds for a data folder that exists. */
export type Extension = (
  data: string,
  identity: Identity | null,
) => {
  readonly settings: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
  /** It may take so long until it accepts connections; one that ends before that is an error at once. */
  readonly startsWithinMs?: number;
};

/**
 * Starts, or adopts, the Postgres of `folder` (absolute). `wantedPort`: where it was before it ended by accident.
 * `settings`: beside or instead of its own; `extend` has more, and the paths that Postgres' user has to reach, once there is a
 * data folder. Throws a PostgresError.
 */
export async function startPostgres(
  folder: string,
  wantedPort: number | null = null,
  settings: Readonly<Record<string, string>> = {},
  extend: Extension = () => ({ settings: {}, paths: [] }),
): Promise<EmbeddedPostgres> {
  const binaries = await binariesFolder();
  const pgCtl = join(binaries, 'pg_ctl');
  const data = join(folder, 'postgres');
  const secretsFile = join(folder, 'postgres.json');
  createFolder(folder);
  const identity = resolveIdentity(data);
  restoreOwner(data, identity);
  const run = createRunner(identity, [binaries, folder]);

  if (isMissing(data)) initializeDatabase(data, secretsFile, binaries, identity, run);
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR)
    throw new PostgresError(`The data folder ${data} was made by Postgres ${version}; this Picket brings ${MAJOR}.`);

  const secrets = readSecrets(secretsFile);
  const running = runningPort(data);
  const port = running ?? wantedPort ?? (await freePort());
  let startsWithinMs: number | undefined;
  if (running === null) {
    await untilAbandoned(data);
    const { settings: more, paths, startsWithinMs: limit } = extend(data, identity);
    startsWithinMs = limit;
    startPostmaster(createRunner(identity, [binaries, folder, ...paths]), pgCtl, data, port, { ...settings, ...more });
  }
  const adminUrl = adminUrlOf(secrets, port);
  try {
    await ensureDatabase(adminUrl, secrets, { startsWithinMs, isRunning: () => runningPort(data) !== null });
  } catch (error) {
    // One that is recovered for somebody to read is of no use then, and its folder is removed.
    if (startsWithinMs !== undefined) stopPostmaster(run, pgCtl, data);
    // It was found while it was being killed.
    if (running !== null && runningPort(data) === null) return startPostgres(folder, running, settings, extend);
    throw error;
  }
  return {
    folder,
    url: `postgres://picket:${secrets.picket}@127.0.0.1:${port}/picket`,
    ownerUrl: `postgres://${OWNER_ROLE}:${secrets.owner}@127.0.0.1:${port}/picket`,
    adminUrl,
    adopted: running !== null,
    port,
    isRunning: () => runningPort(data) !== null,
    stop: (mode) => stopPostmaster(run, pgCtl, data, mode),
  };
}

/** The address of the superuser of the Postgres that runs on `folder` (absolute); null: none runs. Throws a PostgresError. */
export function findAdminUrl(folder: string): string | null {
  const port = runningPort(join(folder, 'postgres'));
  return port === null ? null : adminUrlOf(readSecrets(join(folder, 'postgres.json')), port);
}

const adminUrlOf = ({ admin }: Secrets, port: number): string =>
  `postgres://postgres:${admin}@127.0.0.1:${port}/postgres`;

/** Copied by root, the files are root's, whom Postgres refuses. */
function restoreOwner(data: string, identity: Identity | null): void {
  if (identity !== null && existsSync(data) && statSync(data).uid === 0)
    spawnSync('chown', ['-R', `${identity.uid}:${identity.gid}`, data]);
}
