/** The folder of a cluster on this machine, its programs run as a user that Postgres accepts, and the files of deploy/patroni. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { resolveIdentity } from '../../apps/cli/src/postgres/postgres-user.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
/** Where Debian has the programs of Postgres. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin';
const PATH = `/usr/sbin:/usr/bin:/sbin:/bin:${POSTGRES_PROGRAMS}`;

/**
 * What of the Debian packages etcd-server, patroni, haproxy and postgresql-15 is not on this machine, and whether Patroni could run as
 * postgres: the shipped `pg_hba` lets that user alone sign in as the superuser.
 */
export function missingPrograms(): readonly string[] {
  const programs = ['etcd', 'patroni', 'patronictl', 'haproxy', 'postgres', 'psql'].filter(
    (name) => !PATH.split(':').some((folder) => existsSync(join(folder, name))),
  );
  return ['root', 'postgres'].includes(userInfo().username) ? programs : [...programs, 'the user postgres'];
}

/** Names and values of an example of deploy/patroni. */
export function readExample(name: string): Readonly<Record<string, string>> {
  const lines = readFileSync(join(DEPLOY, 'patroni', name), 'utf8').matchAll(/^(?<key>[A-Z0-9_]+)=(?<value>.*)$/gmu);
  return Object.fromEntries([...lines].map(({ groups }) => [groups?.key ?? '', groups?.value ?? '']));
}

/** Made for this run, as `openssl rand -hex 24` makes it. */
export const newPassword = (): string => randomBytes(24).toString('hex');

/** Kills a process with -9 and waits until it is gone. */
export async function endProcess(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.kill('SIGKILL');
  await ended;
}

/** Runs programs as the user postgres where this process is root, and as this user elsewhere. */
export class AsPostgres {
  readonly root: string;
  readonly #identity = resolveIdentity('/');

  constructor() {
    this.root = mkdtempSync(join(tmpdir(), 'picket-patroni-'));
    chmodSync(this.root, 0o755);
    this.own(this.root);
    // The shipped files as they are; beside them what this machine has otherwise.
    const configuration = this.folder('configuration');
    copyFileSync(join(DEPLOY, 'patroni/patroni.yml'), join(configuration, 'patroni.yml'));
    copyFileSync(join(DEPLOY, 'database/create-role.sh'), join(configuration, 'create-role.sh'));
    const here = {
      bootstrap: { post_init: `sh ${join(configuration, 'create-role.sh')}` },
      postgresql: { parameters: { unix_socket_directories: this.root } },
    };
    writeFileSync(join(configuration, 'this-machine.yml'), JSON.stringify(here));
  }

  /** A folder below the root that the programs own. */
  folder(name: string): string {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    this.own(path);
    return path;
  }

  own(path: string): void {
    if (this.#identity !== null) chownSync(path, this.#identity.uid, this.#identity.gid);
  }

  /** Starts a program that stays; what it prints goes into a file below the root. */
  spawn(
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    logFile: string,
  ): ChildProcess {
    const log = openSync(join(this.root, logFile), 'a');
    const [command, ...more] = this.#command(program, args);
    return spawn(command, more, { env: this.#environment(env), cwd: this.root, stdio: ['ignore', log, log] });
  }

  /** Runs a program to its end; throws where that is not 0. */
  run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
    const [command, ...more] = this.#command(program, args);
    const ended = spawnSync(command, more, {
      env: this.#environment(env),
      cwd: this.root,
      // What it starts may keep its output open.
      stdio: ['ignore', program.endsWith('pg_ctl') ? 'ignore' : 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    if (ended.status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${ended.status}: ${ended.stderr}`);
    return ended.stdout ?? '';
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  #environment(env: Readonly<Record<string, string>>): Record<string, string> {
    return { PATH, HOME: this.root, LC_ALL: 'C.UTF-8', ...env };
  }

  #command(program: string, args: readonly string[]): [string, ...string[]] {
    if (this.#identity === null) return [program, ...args];
    const { uid, gid } = this.#identity;
    return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', program, ...args];
  }
}
