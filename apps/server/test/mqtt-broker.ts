/** A real mosquitto with the files of deploy/mosquitto: only ports and paths are other ones. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectAsync } from 'mqtt';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SHIPPED = join(ROOT, 'deploy/mosquitto');
const PATH = `${process.env.PATH}:/usr/sbin`;

/** Whether there is a mosquitto; on Debian the tests bring it. */
export const hasBroker = spawnSync('mosquitto', ['-h'], { env: { PATH } }).error === undefined;
if (!hasBroker) process.stdout.write('MQTT is not tested: there is no mosquitto on this machine.\n');

export interface TestBroker {
  /** Of the listener that only Picket reaches, with its user name. */
  readonly url: string;
  /** The file with Picket's password. */
  readonly password: string;
  /** Of the listener for devices. */
  readonly deviceUrl: string;
  /** What devices have to trust, as PEM. */
  readonly authority: string;
  /** The settings of a Picket that manages it. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Loses accounts, sessions and messages; the broker must be stopped. */
  loseState(): void;
  close(): Promise<void>;
}

/** Where Debian and the image have the plug-in. */
function pluginPath(): string {
  const libraries = ['/usr/lib', ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name))];
  const found = libraries
    .map((folder) => join(folder, 'mosquitto_dynamic_security.so'))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('mosquitto has no dynamic security here');
  return found;
}

/** Starts a broker as an operator may have had one for years: any client may connect. Returns its address. */
export async function startOpenBroker(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-open-broker-'));
  const port = await freePort();
  const conf = join(folder, 'mosquitto.conf');
  writeFileSync(conf, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nmax_queued_messages 0\n`);
  const running = spawn('mosquitto', ['-c', conf], { env: { PATH }, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const url = `mqtt://127.0.0.1:${port}`;
  await vi.waitFor(async () => (await connectAsync(url, { reconnectPeriod: 0 })).endAsync(), { timeout: 10_000 });
  return url;
}

/** Starts a broker as the compose file does, in a folder of its own. */
export async function startBroker(): Promise<TestBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-broker-'));
  const [internal, devices] = [await freePort(), await freePort()];
  const services = join(folder, 'services');
  const data = join(folder, 'data');
  mkdirSync(join(folder, 'secrets'));
  mkdirSync(data);
  execFileSync(process.execPath, [join(ROOT, 'apps/cli/src/secrets.ts'), join(folder, 'secrets'), services]);
  const conf = join(folder, 'mosquitto.conf');
  const placed = (text: string): string =>
    text
      .replaceAll('/mosquitto/config/mosquitto.conf', conf)
      .replaceAll('/mosquitto/data', data)
      .replaceAll('/secrets/', `${join(services, 'mosquitto')}/`);
  const shipped = readFileSync(join(SHIPPED, 'mosquitto.conf'), 'utf8');
  writeFileSync(
    conf,
    `${process.getuid?.() === 0 ? 'user root\n' : ''}${placed(shipped)}`
      .replace('/usr/lib/mosquitto_dynamic_security.so', pluginPath())
      .replace(/^listener 1883$/mu, `listener ${internal} 127.0.0.1`)
      .replace(/^listener 8883$/mu, `listener ${devices} 127.0.0.1`),
  );
  const script = join(folder, 'start.sh');
  writeFileSync(script, placed(readFileSync(join(SHIPPED, 'start.sh'), 'utf8')));

  const url = `mqtt://picket@127.0.0.1:${internal}`;
  const password = join(services, 'server/mqtt-password');
  const deviceUrl = `mqtts://localhost:${devices}`;
  let running: ReturnType<typeof spawn> | null = null;
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => running?.once('exit', resolve) ?? resolve(null));
    running?.kill('SIGTERM');
    await ended;
    running = null;
  };
  const start = async (): Promise<void> => {
    running = spawn('sh', [script], { env: { PATH }, stdio: 'ignore' });
    const asPicket = { password: readFileSync(password, 'utf8'), reconnectPeriod: 0 };
    await vi.waitFor(async () => (await connectAsync(url, asPicket)).endAsync(), { timeout: 10_000 });
  };
  await start();
  return {
    url,
    password,
    deviceUrl,
    authority: readFileSync(join(folder, 'secrets/mqtt-ca.pem'), 'utf8'),
    environment: {
      PICKET_MQTT_URL: url,
      PICKET_MQTT_PASSWORD_FILE: password,
      PICKET_MQTT_MANAGED: 'true',
      PICKET_MQTT_DEVICE_URL: deviceUrl,
    },
    stop,
    start,
    loseState: () => {
      rmSync(data, { recursive: true });
      mkdirSync(data);
    },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
