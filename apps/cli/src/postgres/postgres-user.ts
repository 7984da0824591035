/** The user Postgres runs as, and how its programs are run as that user. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root: then it gets a user of its own, the one that already owns the data if there is any. */
export function resolveIdentity(data: string): Identity | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  return findUser('postgres') ?? createPostgresUser() ?? findUser('nobody');
}

function findUser(name: string): Identity | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function createPostgresUser(): Identity | null {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  return findUser('postgres');
}

export type Run = (
  command: string,
  args: readonly string[],
  options?: SpawnSyncOptions,
) => ReturnType<typeof spawnSync>;

/** Runs Postgres' programs as that user, though the folders lie below one that only root may enter. */
export function createRunner(identity: Identity | null, paths: readonly string[]): Run {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
  if (identity === null) return (command, args, options) => spawnSync(command, args, { env, ...options });
  if (paths.every((path) => reachable(path, identity)))
    return (command, args, options) => spawnSync(command, args, { env, ...identity, cwd: '/', ...options });
  // The folder lies below one that only root may enter: grant the capability to pass through, and nothing else of root's.
  const setpriv = [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups'];
  // Without the last one access(2), which Postgres asks about its own files, would not count the granted capability.
  const capabilities = [
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    '--securebits=+no_setuid_fixup',
  ];
  return (command, args, options) =>
    spawnSync('setpriv', [...setpriv, ...capabilities, command, ...args], { env, cwd: '/', ...options });
}

function reachable(path: string, { uid, gid }: Identity): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const stats = statSync(folder);
    const shift = stats.uid === uid ? 6 : stats.gid === gid ? 3 : 0;
    if (((stats.mode >> shift) & 0o1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
