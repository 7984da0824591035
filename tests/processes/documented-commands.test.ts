/** The commands of README and guides, run as they are written: on one installation that `npm start` brought up. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@picket/contracts/client';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { COMMANDS, DOCUMENTED_BLOCKS, scriptOf, unmarkedCommands } from '../support/documented-blocks.ts';
import { COVERED_ELSEWHERE } from '../support/documented-commands.ts';
import { freePort } from '../support/free-port.ts';
import { madeClip } from '../support/made-clip.ts';
import { PERSON, signedIn } from '../support/screen-world.ts';
import { ROOT } from '../support/server-process.ts';

const DOCUMENTED_ADDRESS = 'http://localhost:8080';
const DOCUMENTED_CODE = 'ABCD2345';
const DOCUMENTED_PORT = '9000';

const folder = mkdtempSync(join(tmpdir(), 'picket-documented-'));
let installation: Background;
let base: string;
let environment: NodeJS.ProcessEnv;
let receiverPort: number;
let api: Client;
let location: string;

interface Background {
  readonly output: () => string;
  end(): Promise<void>;
}

/** A command that runs until it is ended, with all that it started. */
function startCommand(command: string, env: NodeJS.ProcessEnv, cwd: string): Background {
  const shell: ChildProcess = spawn('bash', ['-euo', 'pipefail', '-c', command], { cwd, env, detached: true });
  let text = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  const ended = new Promise<void>((resolve) => shell.on('close', () => resolve()));
  return {
    output: () => text,
    end: async () => {
      if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGTERM');
      await ended;
    },
  };
}

const runScript = (script: string, cwd = ROOT): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script.replaceAll(DOCUMENTED_ADDRESS, base)], {
    cwd,
    env: environment,
    maxBuffer: 1e8,
  });

const addSentry = (name: string) =>
  api('POST /locations/{guid}/sentries', { params: { guid: location }, body: { name } });

beforeAll(async () => {
  const port = await freePort();
  receiverPort = await freePort();
  base = `http://localhost:${port}`;
  environment = {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_URL: '',
    PORT: String(port),
    PICKET_DATA_DIR: join(folder, 'data'),
    PICKET_BACKUP_DIR: join(folder, 'backups'),
    PICKET_ADMIN_EMAIL: PERSON.email,
    PICKET_ADMIN_PASSWORD: PERSON.password,
    PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${receiverPort}`,
    PICKET_SERVER: base,
  };
  installation = startCommand(scriptOf('start'), environment, ROOT);
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${base}/api/v1/health`).catch(() => null);
      if (answer?.status !== 204) throw new Error(`npm start: ${installation.output()}`);
    },
    { timeout: 300_000, interval: 200 },
  );
  api = await signedIn(base);
  location = (await api('POST /locations', { body: { name: 'Documented room', timezone: 'UTC' } })).guid;
});
afterAll(async () => {
  await installation?.end();
  rmSync(folder, { recursive: true, force: true });
});

test('every command is run here, or says where else it is run, or why it is not', () => {
  const unmarked = unmarkedCommands();
  expect(unmarked.filter((command) => !Object.hasOwn(COVERED_ELSEWHERE, command))).toEqual([]);
  expect(
    Object.keys(COVERED_ELSEWHERE).filter((command) => !unmarked.includes(command) && command !== 'npm start'),
  ).toEqual([]);
  const files = Object.values(COVERED_ELSEWHERE).filter((where) => /^(?:apps|tests)\//u.test(where));
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(new Set(COMMANDS.flatMap(({ group }) => group ?? []))).toEqual(
    new Set(['start', 'server', 'device', 'cameras', 'camera', 'webhook', 'backup']),
  );
});

test('the health check of the guide is answered', async () => {
  expect((await runScript(scriptOf('server'))).stdout).toMatch(/^HTTP\/1\.1 204/u);
});

test('the device of the guide activates, sends readings, a picture and sensors, and raises an alert', async () => {
  const { guid, activationCode } = await addSentry('From the guide');
  const cwd = mkdtempSync(join(folder, 'device-'));
  await runScript(scriptOf('device').replaceAll(DOCUMENTED_CODE, activationCode), cwd);
  const { items } = await api('GET /locations/{guid}/latest', { params: { guid: location } });
  const values = Object.fromEntries(
    items.flatMap((item) => (item.sentry === guid ? [[`${item.sensorMetricId}.${item.column}`, item.value]] : [])),
  );
  expect(values).toMatchObject({
    'environment_temperature.value': 21.5,
    'environment_humidity.value': 43,
    'power_battery.percent': 87,
    'power_battery.volts': 3.9,
    'thermal_temperature.max': 61,
    'thermal_temperature.min': 22,
  });
  const sensors = await api('GET /locations/{guid}/sensors', { params: { guid: location } });
  expect(sensors.items).toMatchObject([{ model: 'FX2', serial_number: '0042', status: 'DISCOVERED' }]);
  const alerts = await api('GET /alerts', { query: { location } });
  expect(alerts.items.map(({ message }) => message)).toContain('The case was opened');
  // The hot cell of the picture is above the limit that every organization begins with.
  expect(alerts.items.map(({ severity }) => severity)).toContain(380);
});

test('cameras are turned on, and the device with a camera uploads a clip that is ready', async () => {
  const cwd = mkdtempSync(join(folder, 'camera-'));
  const room = (await api('POST /locations', { body: { name: 'Filmed room', timezone: 'UTC' } })).guid;
  const turnOn = scriptOf('cameras')
    .replace(/LOCATION=\S+/u, `LOCATION=${room}`)
    .replace('ada@example.org', PERSON.email)
    .replace('her password', PERSON.password);
  await runScript(turnOn, cwd);
  const since = Date.now();
  expect(await api('GET /locations/{guid}/camera', { params: { guid: room } })).toMatchObject({ mode: 'ON' });

  const made = await api('POST /locations/{guid}/sentries', { params: { guid: room }, body: { name: 'Camera' } });
  const { token } = await api('POST /sentry/activate', {
    body: { activationCode: made.activationCode, model: 'CB-1', serialNumber: 'C-1', softwareVersion: '1.0' },
  });
  writeFileSync(join(cwd, 'clip.mp4'), madeClip({ seconds: 2 }));
  // The clip begins two seconds before it is announced: the cameras have to be on by then.
  await expect.poll(() => Date.now() - since, { timeout: 10_000 }).toBeGreaterThan(2000);
  const { stdout } = await runScript(`PICKET=${base}\nTOKEN=${token}\n${scriptOf('camera')}`, cwd);
  expect(stdout).toContain('isOn: true');
  expect((await api('GET /clips', { query: { location: room } })).items).toMatchObject([
    { state: 'READY', width: 1280 },
  ]);
});

test.each(['npm run sentry -- --code ABCD2345 --scenario heat-up', 'npm run sentry -- --code ABCD2345'])(
  '%s reports',
  async (command) => {
    expect(unmarkedCommands()).toContain(command);
    const { guid, activationCode } = await addSentry(command.endsWith('heat-up') ? 'Simulated' : 'This machine');
    const isolated = `${command} --folder ${mkdtempSync(join(folder, 'sentry-'))}`;
    const sentry = startCommand(isolated.replace(DOCUMENTED_CODE, activationCode), environment, ROOT);
    onTestFinished(() => sentry.end());
    await expect
      .poll(async () => (await api('GET /sentries/{guid}', { params: { guid } })).lastReceivedAt)
      .toBeDefined();
  },
);

test('the command of the operator explains itself', async () => {
  const { stdout } = await runScript('./picket --help');
  for (const name of ['backup', 'verify', 'restore', 'fsck', 'import', 'admin', 'support-bundle'])
    expect(stdout).toContain(name);
});

test('the reference sentry explains itself', async () => {
  expect((await runScript('npm run sentry -- --help')).stdout).toContain('--scenario');
});

test('the policies of the guide are accepted', async () => {
  const policies = DOCUMENTED_BLOCKS.filter(
    ({ document, language }) => document.endsWith('policies-by-example.md') && language === 'json',
  );
  expect(policies).toHaveLength(4);
  for (const { text } of policies) {
    const body = JSON.parse(text) as Parameters<typeof api<'POST /policies'>>[1]['body'];
    expect((await api('POST /policies', { body })).name).toBe(body.name);
  }
});

test('the receiver of the guide accepts what Picket signed, and nothing else', async () => {
  const made = await api('POST /destinations', {
    body: { kind: 'WEBHOOK', name: 'Guide', settings: { url: `http://127.0.0.1:${receiverPort}/picket` } },
  });
  const cwd = mkdtempSync(join(folder, 'receiver-'));
  writeFileSync(join(cwd, 'receiver.mjs'), scriptOf('webhook').replaceAll(DOCUMENTED_PORT, String(receiverPort)));
  const env = { ...environment, WEBHOOK_SECRET: made.secret };
  const receiver = startCommand('exec node receiver.mjs', env, cwd);
  onTestFinished(() => receiver.end());
  await expect.poll(receiver.output).toContain('listening');
  const answer = await api('POST /destinations/{guid}/test', { params: { guid: made.guid } });
  expect(answer).toMatchObject({ delivered: true });
  await expect.poll(receiver.output).toContain('test');
  const forged = await fetch(`http://127.0.0.1:${receiverPort}/picket`, {
    method: 'POST',
    headers: {
      'webhook-id': 'forged',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body: '{"type":"alert.raised"}',
  });
  expect(forged.status).toBe(401);
});

test('the backup of the guide is made and verified', async () => {
  const { stdout, stderr } = await runScript(scriptOf('backup'));
  expect(`${stdout}${stderr}`).toMatch(/fingerprint/iu);
});
