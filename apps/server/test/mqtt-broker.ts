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

/** Where Debian and the image have the plug-in. */
function pluginPath(): string {
  const libraries = ['/usr/lib', ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name))];
  const found = libraries
    .map((folder) => join(folder, 'mosquitto_dynamic_security.so'))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('mosquitto has no dynamic security here');
  return found;
}

/** Starts a broker as an operator may have had one for years: any client may connect. `rules`: an access list. Returns its address. */
export async function startOpenBroker(rules = 'topic #'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-open-broker-'));
  const port = await freePort();
  const conf = join(folder, 'mosquitto.conf');
  const list = join(folder, 'access');
  writeFileSync(list, `${rules}\n`);
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'persistence false', 'max_queued_messages 0'];
  // Started by root it would read the list as another user.
  const settings = [...lines, `acl_file ${list}`, ...(process.getuid?.() === 0 ? ['user root'] : [])];
  writeFileSync(conf, `${settings.join('\n')}\n`);
  const running = spawn('mosquitto', ['-c', conf], { env: { PATH }, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const url = `mqtt://127.0.0.1:${port}`;
  await vi.waitFor(async () => (await connectAsync(url, { reconnectPeriod: 0 })).endAsync(), { timeout: 60_000 });
  return url;
}

/** A broker as the compose file starts it, in a folder of its own. */
export class TestBroker {
  /** Of the listener that only Picket reaches, with its user name. */
  readonly url: string;
  /** The file with Picket's password. */
  readonly password: string;
  /** Of the listener for devices. */
  readonly deviceUrl: string;
  readonly #folder: string;
  #running: ReturnType<typeof spawn> | null = null;

  /** `ports`: of the listener for Picket and of that for devices. */
  constructor(folder: string, [internal, devices]: readonly [number, number]) {
    this.#folder = folder;
    this.url = `mqtt://picket@127.0.0.1:${internal}`;
    this.password = join(folder, 'services/server/mqtt-password');
    this.deviceUrl = `mqtts://localhost:${devices}`;
    mkdirSync(join(folder, 'secrets'));
    mkdirSync(this.#data);
    execFileSync(process.execPath, [join(ROOT, 'apps/cli/src/secrets.ts'), join(folder, 'secrets'), this.#services]);
    const shipped = readFileSync(join(SHIPPED, 'mosquitto.conf'), 'utf8');
    writeFileSync(
      this.#settings,
      `${process.getuid?.() === 0 ? 'user root\n' : ''}${this.#place(shipped)}`
        .replace('/usr/lib/mosquitto_dynamic_security.so', pluginPath())
        .replace(/^listener 1883$/mu, `listener ${internal} 127.0.0.1`)
        .replace(/^listener 8883$/mu, `listener ${devices} 127.0.0.1`),
    );
    writeFileSync(this.#script, this.#place(readFileSync(join(SHIPPED, 'start.sh'), 'utf8')));
  }

  get #services(): string {
    return join(this.#folder, 'services');
  }
  get #data(): string {
    return join(this.#folder, 'data');
  }
  get #settings(): string {
    return join(this.#folder, 'mosquitto.conf');
  }
  get #script(): string {
    return join(this.#folder, 'start.sh');
  }

  /** What devices have to trust, as PEM. */
  get authority(): string {
    return readFileSync(join(this.#folder, 'secrets/mqtt-ca.pem'), 'utf8');
  }

  /** The settings of a Picket that manages it. */
  get environment(): Readonly<Record<string, string>> {
    return {
      PICKET_MQTT_URL: this.url,
      PICKET_MQTT_PASSWORD_FILE: this.password,
      PICKET_MQTT_MANAGED: 'true',
      PICKET_MQTT_DEVICE_URL: this.deviceUrl,
    };
  }

  /** Returns once it takes Picket's connections. */
  async start(): Promise<void> {
    this.#running = spawn('sh', [this.#script], { env: { PATH }, stdio: 'ignore' });
    const asPicket = { password: readFileSync(this.password, 'utf8'), reconnectPeriod: 0 };
    await vi.waitFor(async () => (await connectAsync(this.url, asPicket)).endAsync(), { timeout: 60_000 });
  }

  async stop(): Promise<void> {
    const running = this.#running;
    const ended = new Promise((resolve) => running?.once('exit', resolve) ?? resolve(null));
    running?.kill('SIGTERM');
    await ended;
    this.#running = null;
  }

  /** Loses accounts, sessions and messages; the broker must be stopped. */
  loseState(): void {
    rmSync(this.#data, { recursive: true });
    mkdirSync(this.#data);
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A shipped file with the places of this broker. */
  #place(text: string): string {
    return text
      .replaceAll('/mosquitto/config/mosquitto.conf', this.#settings)
      .replaceAll('/mosquitto/data', this.#data)
      .replaceAll('/secrets/', `${join(this.#services, 'mosquitto')}/`);
  }
}

/** Starts a broker as the compose file does, in a folder of its own. */
export async function startBroker(): Promise<TestBroker> {
  const ports = [await freePort(), await freePort()] as const;
  const broker = new TestBroker(mkdtempSync(join(tmpdir(), 'picket-broker-')), ports);
  await broker.start();
  return broker;
}
