/** A mosquitto for benchmarks: any client may connect to it, and its limits are those of deploy/mosquitto. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import { sleep } from './bench-server.ts';

const SHIPPED = new URL('../../deploy/mosquitto/mosquitto.conf', import.meta.url);
const START_MS = 10_000;

interface BenchBroker {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** Throws where there is no mosquitto. */
export async function startBenchBroker(): Promise<BenchBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-broker-'));
  const port = await freePort();
  const limits = readFileSync(SHIPPED, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('max_'));
  const settings = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'persistence false', ...limits];
  writeFileSync(join(folder, 'mosquitto.conf'), `${settings.join('\n')}\n`);
  const running = spawn('mosquitto', ['-c', join(folder, 'mosquitto.conf')], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    running.once('exit', () => resolve());
    running.once('error', () => resolve());
  });
  const stop = async (): Promise<void> => {
    running.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const deadline = performance.now() + START_MS; !(await listens(port)); await sleep(50)) {
    if (performance.now() < deadline) continue;
    await stop();
    throw new Error('mosquitto did not start');
  }
  return { port, url: `mqtt://127.0.0.1:${port}`, stop };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
