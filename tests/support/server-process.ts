/** The server as a process of its own, as a person runs it; the test may stop or kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = 'apps/server/src/main.ts';
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface RunningServer {
  readonly base: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** The first administrator's link, while nobody can sign in. */
  readonly signup: string | null;
  stop(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
}

export async function startServer(
  databaseUrl: string,
  options: {
    readonly port?: number;
    readonly dataDir?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** Where the code lies; another version of it may be there. */
    readonly root?: string;
    /** Is given what it logs, instead of the terminal. */
    readonly onLog?: (text: string) => void;
  } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'picket-server-'));
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(options.root ?? ROOT, MAIN)], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: databaseUrl,
      PICKET_DATA_DIR: dataDir,
      PORT: String(options.port ?? 0),
      PICKET_LOG_LEVEL: 'warn',
      PICKET_SIGN_IN_RATE_LIMIT: '100000',
      PICKET_PASSWORD_COST: '4',
      NODE_ENV: 'test',
      ...options.env,
    },
    stdio: ['ignore', options.onLog ? 'pipe' : 'inherit', 'pipe', 'ipc'],
  });
  server.stdout?.on('data', (chunk) => options.onLog?.(String(chunk)));
  let output = '';
  server.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const ready = await new Promise<{ base: string; signup: string | null }>((resolve, reject) => {
    server.on('message', (message) => resolve(message as { base: string; signup: string | null }));
    server.on('close', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return {
    ...ready,
    port: Number(new URL(ready.base).port),
    pid: server.pid ?? 0,
    dataDir,
    stop: () => ended(server, 'SIGTERM'),
    kill: () => ended(server, 'SIGKILL'),
  };
}

function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.on('close', () => resolve());
    server.kill(signal);
  });
}
