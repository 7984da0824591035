/** What `npm start` runs: the embedded Postgres and the server, started, stopped, killed, and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { IS_DEEP } from '../support/deep.ts';

const SERVE = fileURLToPath(new URL('../../apps/cli/src/serve.ts', import.meta.url));
const PICKET = fileURLToPath(new URL('../../apps/cli/src/picket.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'picket-start-'));
const processes: ChildProcess[] = [];
afterAll(() => {
  for (const one of processes) one.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

interface Started {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function serve(port: number, env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVE], {
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', PICKET_DATA_DIR: folder, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { process: child, output: () => text, ended };
}

async function healthIs(port: number, status: number, seconds = 120): Promise<void> {
  const seen: (number | null)[] = [];
  for (let i = 0; i < seconds * 10; i++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => null);
    seen.push(answer?.status ?? null);
    if (answer?.status === status) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`health did not become ${status}`, { cause: seen });
}

async function portIsFree(port: number): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if ((await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => null)) === null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('somebody still answers');
}

/** The process of Postgres; 0: there is none. */
function postmaster(): number {
  const file = join(folder, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not come`);
}

test('starts, guards its folder and its database, stops cleanly, adopts what a crash left', async () => {
  const port = await freePort();
  const first = serve(port);
  // Said before the work begins, and only where there is any.
  await until('the line', () => first.output().includes(`Creating the database in ${folder}. `));
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
  await healthIs(port, 204);
  expect(first.output()).toMatch(/Create the first administrator: http:\/\/localhost:\d+\/sign-up\/[\w-]{43}/u);
  for (const secret of ['keys.json', 'postgres.json']) expect(statSync(join(folder, secret)).mode & 0o077).toBe(0);

  // A second one on the same folder would take the database away when it stops.
  const second = serve(await freePort());
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain('Picket already runs from');

  // The database ends by accident, and is back without anybody's help.
  const lost = postmaster();
  process.kill(lost, 'SIGKILL');
  await expect.poll(first.output).toContain('The database ended unexpectedly and is started again in ');
  // Health may still be that of before: an answer is good for a moment.
  await until('another Postgres', () => ![0, lost].includes(postmaster()));
  await healthIs(port, 204);

  // A crash of everything but Postgres.
  const database = postmaster();
  first.process.kill('SIGKILL');
  await first.ended;
  expect(postmaster()).toBe(database);
  // The server notices that nobody is left to stop it, and makes way.
  await portIsFree(port);
  const again = Date.now();
  const third = serve(port);
  await healthIs(port, 204);
  expect(third.output()).not.toContain('Creating the database');
  console.log(`started again on the database of a crash in ${Date.now() - again} ms`);
  expect(postmaster()).toBe(database);

  third.process.kill('SIGTERM');
  expect(await third.ended).toBe(0);
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  expect(existsSync(join(folder, 'picket.pid'))).toBe(false);
});

test('a command that started the database leaves it to a server that was started meanwhile', async () => {
  const port = await freePort();
  const prepared = serve(port);
  await healthIs(port, 204);
  prepared.process.kill('SIGTERM');
  expect(await prepared.ended).toBe(0);

  // It waits for the password on its standard input.
  const command = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PICKET, 'admin', 'reset-password', 'nobody@picket.example'],
    {
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', PICKET_DATA_DIR: folder },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  processes.push(command);
  const ended = new Promise<number | null>((resolve) => command.on('exit', resolve));
  await until('the database of the command', () => postmaster() !== 0);
  const database = postmaster();
  const server = serve(port);
  await healthIs(port, 204);
  command.stdin.end('seven quiet rooms at night\n');
  expect(await ended, 'nobody has this address').toBe(1);
  expect(postmaster()).toBe(database);
  await healthIs(port, 204);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.output()).not.toContain('The database ended unexpectedly');
  expect(postmaster()).toBe(0);
});

/** The process that listens, from the launcher's children. */
function serverOf({ process: launcher }: Started): number | null {
  const children = readFileSync(`/proc/${launcher.pid}/task/${launcher.pid}/children`, 'utf8').trim().split(' ');
  const found = children.find((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'));
  return found === undefined ? null : Number(found);
}

test.runIf(IS_DEEP)(
  'a killed server is restarted with a growing backoff, beside the same Postgres, until it is stopped',
  async () => {
    const port = await freePort();
    const started = serve(port);
    await healthIs(port, 204);
    const database = postmaster();
    const kill = async (): Promise<void> => {
      await until('a server', () => serverOf(started) !== null);
      process.kill(serverOf(started) ?? 0, 'SIGKILL');
    };

    await kill();
    await until('the first pause', () => started.output().includes('(SIGKILL) and is started again in 1 s.'));
    await healthIs(port, 204);
    expect(postmaster()).toBe(database);

    // Somebody else took the port meanwhile: that passes, and is no reason to give up.
    await kill();
    const thief = createServer((socket) => socket.destroy());
    await until('the second pause', () => started.output().includes('is started again in 2 s.'));
    await new Promise<void>((resolve) => thief.listen(port, '127.0.0.1', resolve));
    await until('the third pause', () => started.output().includes('(exit 1) and is started again in 4 s.'));
    await new Promise((resolve) => thief.close(resolve));
    await healthIs(port, 204);

    await kill();
    await until('the fourth pause', () => started.output().includes('is started again in 8 s.'));
    expect(postmaster()).toBe(database);

    // Asked to stop while it waits.
    const starts = (): number => started.output().split('Picket is ready').length;
    const before = starts();
    started.process.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(starts()).toBe(before);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(existsSync(join(folder, 'picket.pid'))).toBe(false);
  },
);

test('a database that does not start stops the start with its reason', async () => {
  const wrong = mkdtempSync(join(tmpdir(), 'picket-start-'));
  try {
    mkdirSync(join(wrong, 'postgres'));
    writeFileSync(join(wrong, 'postgres', 'somebody-else'), '');
    const started = serve(0, { PICKET_DATA_DIR: wrong });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/^The data folder .* holds files but no database/mu);
    expect(started.output()).not.toContain('    at ');
  } finally {
    rmSync(wrong, { recursive: true, force: true });
  }
});

test('a wrong setting stops the start with one line that names it', async () => {
  const wrong = serve(0, { PORT: 'eighty' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toMatch(/^Picket cannot start: PORT: /mu);
});
