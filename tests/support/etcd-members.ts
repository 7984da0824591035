/** Three members of etcd on this machine, with the settings of deploy/patroni/etcd.env.example. */
import type { ChildProcess } from 'node:child_process';
import { freePort } from './free-port.ts';
import { type AsPostgres, endProcess, readExample } from './patroni-files.ts';

const NAMES = ['one', 'two', 'three'] as const;

export class EtcdMembers {
  /** host:port of each. */
  readonly clients: readonly string[];
  readonly #environments: readonly Readonly<Record<string, string>>[];
  readonly #as: AsPostgres;
  readonly #running: (ChildProcess | null)[] = [null, null, null];

  constructor(as: AsPostgres, ports: readonly { readonly client: number; readonly peer: number }[]) {
    this.#as = as;
    this.clients = ports.map(({ client }) => `127.0.0.1:${client}`);
    const initial = ports.map(({ peer }, place) => `${NAMES[place]}=http://127.0.0.1:${peer}`).join(',');
    this.#environments = ports.map(({ client, peer }, place) => ({
      ...readExample('etcd.env.example'),
      ETCD_NAME: NAMES[place] ?? '',
      ETCD_DATA_DIR: as.folder(`etcd-${NAMES[place]}`),
      ETCD_LISTEN_PEER_URLS: `http://127.0.0.1:${peer}`,
      ETCD_LISTEN_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://127.0.0.1:${peer}`,
      ETCD_INITIAL_CLUSTER: initial,
    }));
  }

  /** Starts those that do not run. */
  start(): void {
    for (const [place, env] of this.#environments.entries())
      this.#running[place] ??= this.#as.spawn('etcd', [], env, `etcd-${NAMES[place]}.log`);
  }

  /** Kills two of three with -9: the one that is left may decide nothing. */
  async killMajority(): Promise<void> {
    for (const place of [0, 1]) await this.#kill(place);
  }

  async close(): Promise<void> {
    for (const place of this.#running.keys()) await this.#kill(place);
  }

  async #kill(place: number): Promise<void> {
    await endProcess(this.#running[place] ?? null);
    this.#running[place] = null;
  }
}

export async function openEtcd(as: AsPostgres): Promise<EtcdMembers> {
  const ports: { client: number; peer: number }[] = [];
  for (const _ of NAMES) ports.push({ client: await freePort(), peer: await freePort() });
  const members = new EtcdMembers(as, ports);
  members.start();
  return members;
}
