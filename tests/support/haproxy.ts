/** haproxy as deploy/haproxy.cfg sets it up, in front of two servers and two Postgres. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface Haproxy {
  /** Where consoles and sentries come in. */
  readonly http: string;
  /** Where whichever Postgres is the primary is reached. */
  readonly postgresPort: number;
  close(): void;
}

/** `port`: of Postgres; `managerPort`: of what answers `GET /primary` for it. All of them on this machine. */
export interface ProxiedPostgres {
  readonly port: number;
  readonly managerPort: number;
}

/** `servers`: ports of the two, known beforehand. Answers once haproxy listens. */
export async function startHaproxy(
  servers: readonly [number, number],
  postgres: readonly [ProxiedPostgres, ProxiedPostgres],
): Promise<Haproxy> {
  const [http, primary, status] = [await freePort(), await freePort(), await freePort()];
  const at = (port: number): string => `127.0.0.1:${port}`;
  const config = join(import.meta.dirname, '../../deploy/haproxy.cfg');
  const child: ChildProcess = spawn('haproxy', ['-db', '-q', '-f', config], {
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      LISTEN_HTTP: at(http),
      LISTEN_POSTGRES: at(primary),
      LISTEN_STATUS: at(status),
      PICKET_ONE: at(servers[0]),
      PICKET_TWO: at(servers[1]),
      POSTGRES_ONE: at(postgres[0].port),
      POSTGRES_TWO: at(postgres[1].port),
      PATRONI_ONE_PORT: String(postgres[0].managerPort),
      PATRONI_TWO_PORT: String(postgres[1].managerPort),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const answers = (): Promise<boolean> =>
    fetch(`http://${at(status)}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    http: `http://${at(http)}`,
    postgresPort: primary,
    close: () => {
      child.kill('SIGKILL');
    },
  };
}
