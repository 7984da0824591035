/** Errors that nothing catches: those of one request end that request, the others end the process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const FAULTY = fileURLToPath(new URL('faulty-server.ts', import.meta.url));

interface Faulty {
  readonly process: ChildProcess;
  readonly base: string;
  readonly logged: () => readonly Record<string, unknown>[];
  readonly output: () => string;
}

const running: ChildProcess[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.kill('SIGKILL');
});

async function start(most = 30): Promise<Faulty> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', FAULTY, String(most)], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  running.push(child);
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  const [port] = await once(child, 'message');
  return {
    process: child,
    base: `http://127.0.0.1:${port}`,
    output: () => text,
    logged: () => text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
  };
}

const isAlive = async ({ base, process: { pid } }: Faulty): Promise<void> => {
  expect(await (await fetch(`${base}/fine`)).json()).toEqual({ pid });
};

describe('an uncaught error of one request', () => {
  test.each(['/timer', '/rejection', '/stream-without-listener'])('%s is answered with 500', async (path) => {
    const faulty = await start();
    const answer = await fetch(faulty.base + path);
    expect(answer.status).toBe(500);
    const { code, requestId } = (await answer.json()) as { code: string; requestId: string };
    expect(code).toBe('internal');
    await isAlive(faulty);
    // The log goes through a pipe: its line can arrive after the response.
    await expect
      .poll(() => faulty.logged())
      .toContainEqual(
        expect.objectContaining({ reqId: requestId, route: path, msg: expect.stringContaining('failing the request') }),
      );
  });

  test('after its response is logged only', async () => {
    const faulty = await start();
    expect((await fetch(`${faulty.base}/answered`)).status).toBe(200);
    while (!faulty.output().includes('failing the request'))
      await once(faulty.process.stdout ?? faulty.process, 'data');
    await isAlive(faulty);
  });

  test('in the middle of its response closes the connection', async () => {
    const faulty = await start();
    const answer = await fetch(`${faulty.base}/half-answered`);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    await isAlive(faulty);
  });
});

describe('the process ends', () => {
  const endOf = async ({ process: child }: Faulty): Promise<unknown> => (await once(child, 'close'))[0];

  test('by an error of shared work', async () => {
    const faulty = await start();
    const end = endOf(faulty);
    fetch(`${faulty.base}/shared`).catch(() => {});
    expect(await end).toBe(7);
    expect(faulty.output()).toContain('fatal: deliberate');
  });

  test('by too many errors in a minute', async () => {
    const faulty = await start(3);
    const end = endOf(faulty);
    for (let i = 0; i < 3; i++) expect((await fetch(`${faulty.base}/timer`)).status).toBe(500);
    fetch(`${faulty.base}/timer`).catch(() => {});
    expect(await end).toBe(7);
  });
});
