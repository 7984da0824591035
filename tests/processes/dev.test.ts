/** What `npm run dev` runs: Vite with the API behind it, started and ended together. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { ROOT } from '../support/server-process.ts';

test('serves the console from its sources and the API behind it; one signal ends everything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-dev-'));
  const port = await freePort();
  const dev = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/dev/dev.ts', '--no-demo'], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', PICKET_DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [dev.stdout, dev.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<number | null>((resolve) => dev.on('exit', resolve));
  onTestFinished(async () => {
    dev.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const base = `http://localhost:${port}`;
  const statusOf = async (path: string) => (await fetch(`${base}${path}`).catch(() => null))?.status ?? output;

  await expect.poll(() => statusOf('/api/v1/health'), { timeout: 240_000 }).toBe(204);
  const page = await (await fetch(`${base}/sign-in`)).text();
  expect(page).toContain('/@vite/client');
  expect(page).toContain('/src/main.tsx');
  expect(await statusOf('/src/main.tsx')).toBe(200);
  expect(await statusOf('/api/v1/users/my-profile')).toBe(401);
  // The link of the first administrator leads to the console that reloads.
  await expect.poll(() => output).toMatch(new RegExp(`Create the first administrator: ${base}/sign-up/`, 'u'));

  dev.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(typeof (await statusOf('/sign-in'))).toBe('string');
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  expect(existsSync(join(folder, 'picket.pid'))).toBe(false);
});
