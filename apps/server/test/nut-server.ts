/** The real `upsd` with a `dummy-ups` driver that serves a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';

const FOLDERS = ['/lib/nut', '/usr/lib/nut', '/usr/sbin', '/usr/local/sbin', '/usr/local/ups/bin', '/sbin', '/usr/bin'];
const find = (program: string): string =>
  FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? '';

const UPSD = find('upsd');
const DUMMY = find('dummy-ups');

/** Whether there is a NUT server; on Debian the tests bring it. */
export const hasNut = UPSD !== '' && DUMMY !== '';
if (!hasNut) process.stdout.write('NUT is not tested with upsd: there is none on this machine.\n');

const UPS = 'rack';
/** Seconds after which upsd calls what a silent driver said stale. */
const MAX_AGE = 3;

export class NutServer {
  readonly port: number;
  readonly #folder: string;
  #modifiedAt = 0;
  readonly #server: ChildProcess;
  readonly #driver: ChildProcess;

  /** Starts with these variables of the UPS `rack`; resolves once they are served. */
  static async start(variables: Readonly<Record<string, string>>): Promise<NutServer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'picket-nut-'));
    const server = new NutServer(folder, port, variables);
    onTestFinished(() => server.stop());
    await vi.waitFor(() => server.#isServed(), { timeout: 60_000, interval: 200 });
    return server;
  }

  private constructor(folder: string, port: number, variables: Readonly<Record<string, string>>) {
    this.port = port;
    this.#folder = folder;
    mkdirSync(join(folder, 'run'));
    this.set(variables);
    this.#write(
      'ups.conf',
      `pollinterval = 1\n[${UPS}]\n  driver = dummy-ups\n  port = ${join(folder, 'ups.dev')}\n  desc = "The \\"rack\\""\n`,
    );
    this.#write('upsd.conf', `LISTEN 127.0.0.1 ${port}\nMAXAGE ${MAX_AGE}\nSTATEPATH ${join(folder, 'run')}\n`);
    this.#write('upsd.users', '[monitor]\n  password = secret\n');
    const env = {
      PATH: process.env.PATH ?? '',
      NUT_CONFPATH: folder,
      NUT_STATEPATH: join(folder, 'run'),
      NUT_ALTPIDPATH: join(folder, 'run'),
      NUT_PIDPATH: join(folder, 'run'),
    };
    const asRoot = process.getuid?.() === 0 ? ['-u', 'root'] : [];
    // With -D a program stays in the foreground.
    this.#driver = spawn(DUMMY, ['-a', UPS, '-D', ...asRoot], { env, stdio: 'ignore' });
    this.#server = spawn(UPSD, ['-D', ...asRoot], { env, stdio: 'ignore' });
  }

  /** What the UPS says from now on. */
  set(variables: Readonly<Record<string, string>>): void {
    const lines = Object.entries(variables).map(([name, value]) => `${name}: ${value}`);
    this.#write('ups.dev', `${lines.join('\n')}\n`);
    // The driver reads the file again when it is newer, in whole seconds.
    this.#modifiedAt = Math.max(this.#modifiedAt + 1, Math.floor(Date.now() / 1000));
    utimesSync(join(this.#folder, 'ups.dev'), this.#modifiedAt, this.#modifiedAt);
  }

  /** The driver says nothing any more, or goes on. */
  freeze(isFrozen: boolean): void {
    this.#driver.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async stop(): Promise<void> {
    this.#driver.kill('SIGCONT');
    await Promise.all([end(this.#server), end(this.#driver)]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
    chmodSync(join(this.#folder, name), 0o640);
  }

  #isServed(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(`GET VAR ${UPS} ups.status\n`));
      socket.setTimeout(2000, () => socket.destroy(new Error('no answer')));
      socket.once('error', reject);
      socket.once('data', (data) => {
        socket.destroy();
        // Until its driver has read the file, a UPS says WAIT.
        if (/^VAR (?!.*WAIT)/u.test(data.toString('utf8'))) resolve();
        else reject(new Error(data.toString('utf8')));
      });
    });
  }
}

async function end(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGKILL');
  await ended;
}
