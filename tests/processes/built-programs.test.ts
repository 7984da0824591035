/** The programs that `npm start` leaves running, built and started: they find their files, and what they read on demand. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { connectBridge } from '../../apps/server/test/zigbee-bridge.ts';
import { freePort } from '../support/free-port.ts';
import { ROOT } from '../support/server-process.ts';

const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];
const LAUNCHER = join(ROOT, 'apps/cli/dist/serve.mjs');
const folder = mkdtempSync(join(tmpdir(), 'picket-built-'));
let launcher: ChildProcess | null = null;
afterAll(() => {
  launcher?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The texts of a response. */
const Fields = z
  .record(z.string(), z.unknown())
  .transform((all) => Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)])));

const base64 = (text: string): string => `base64:${Buffer.from(text).toString('base64')}`;

/** The command lines of the processes that this one has started. */
const commandsBelow = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '')
    .map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8'));

/** The broker in Picket is read on demand as well. */
async function publishToBroker(base: string, cookies: readonly string[]): Promise<void> {
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json', origin: base, cookie };
    const response = await fetch(`${base}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(201);
    return Fields.parse(await response.json());
  };
  const { guid } = await post('/locations', { name: 'Basel', timezone: 'Europe/Zurich' });
  const made = await post('/integrations', { kind: 'BROKER', name: 'Devices', location: guid });
  const { brokerAddress = '', user = '', brokerPassword: password = '' } = made;
  const options = { protocolVersion: 4, username: user, password, reconnectPeriod: 0 } as const;
  const url = brokerAddress.replace('localhost', '127.0.0.1');
  const bridge = await vi.waitFor(() => connectBridge(url, options), { timeout: 60_000 });
  await bridge.announce();
  await bridge.close();
}

test('the built launcher runs the built server, which has all of its parts', async () => {
  execFileSync(process.execPath, [...NODE_FLAGS, join(ROOT, 'tools/build-programs.ts')], { stdio: 'pipe' });
  const [port, devicePort] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  const started = spawn(process.execPath, [...NODE_FLAGS, LAUNCHER], {
    env: {
      ...process.env,
      ...{ NODE_OPTIONS: '', DATABASE_URL: '', PICKET_DATA_DIR: join(folder, 'data'), PORT: String(port) },
      PICKET_MQTT_LISTEN: `127.0.0.1:${devicePort}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launcher = started;
  const ended = new Promise((resolve) => started.on('exit', resolve));
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await expect.poll(() => output, { timeout: 120_000 }).toMatch(/\/sign-up\/[\w-]{43}/u);
  const status = async (path: string): Promise<number> => (await fetch(`${base}${path}`)).status;
  await expect.poll(() => status('/api/v1/health'), { timeout: 60_000 }).toBe(204);
  expect(commandsBelow(started.pid ?? 0).some((command) => command.includes('apps/server/dist/main.mjs'))).toBe(true);

  // Parts of their own: the document, its page, and the list of common passwords.
  expect(await status('/api/v1/openapi.json')).toBe(200);
  expect(await status('/api/docs/js/scalar.js')).toBe(200);
  expect(await status('/')).toBe(200);
  const [, token = ''] = /\/sign-up\/([\w-]{43})/u.exec(output) ?? [];
  const signUp = (newPassword: string): Promise<Response> =>
    fetch(`${base}/api/v1/auth/finish-signup/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify({ email: 'first@picket.example', tenantName: 'First', newPassword: base64(newPassword) }),
    });
  const common = await signUp('passwordpassword');
  expect([common.status, await common.text()]).toEqual([400, expect.stringContaining('common passwords')]);
  const signedUp = await signUp('a built server hashes this one');
  expect(signedUp.status).toBe(200);
  await publishToBroker(base, signedUp.headers.getSetCookie());

  started.kill('SIGTERM');
  expect(await ended).toBe(0);
});
