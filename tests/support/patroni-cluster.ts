/**
 * Two Postgres under Patroni, and etcd with three members: the programs of Debian with the files of deploy/patroni, on this machine.
 * Nodes and members are killed and started again; which Postgres is the primary is Patroni's to say.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EtcdMembers, openEtcd } from './etcd-members.ts';
import { freePort } from './free-port.ts';
import { killPostgres } from './kill-postgres.ts';
import { AsPostgres, endProcess, newPassword, POSTGRES_PROGRAMS, readExample } from './patroni-files.ts';

/** Patroni's patience is 20 s; on a busy machine a standby is copied for longer. */
const READY_WITHIN_MS = 240_000;
/** Roles that nobody else may be: their passwords are the same on both nodes. */
const SECRETS = [
  ...['PATRONI_SUPERUSER_PASSWORD', 'PATRONI_REPLICATION_PASSWORD', 'PATRONI_REWIND_PASSWORD'],
  ...['PATRONI_RESTAPI_PASSWORD', 'PICKET_DATABASE_PASSWORD', 'PICKET_OWNER_DATABASE_PASSWORD'],
];

export interface PatroniNode {
  readonly name: string;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly apiPort: number;
  readonly env: Readonly<Record<string, string>>;
}

export class PatroniCluster {
  readonly nodes: readonly [PatroniNode, PatroniNode];
  readonly etcd: EtcdMembers;
  readonly #as: AsPostgres;
  readonly #secrets: Readonly<Record<string, string>>;
  readonly #patronis = new Map<PatroniNode, ChildProcess>();

  constructor(
    as: AsPostgres,
    etcd: EtcdMembers,
    secrets: Readonly<Record<string, string>>,
    nodes: readonly [PatroniNode, PatroniNode],
  ) {
    this.#as = as;
    this.etcd = etcd;
    this.#secrets = secrets;
    this.nodes = nodes;
  }

  /** The address of a role's database at a port, with its password. */
  url(role: 'picket' | 'picket_owner', port: number): string {
    const secret = role === 'picket' ? 'PICKET_DATABASE_PASSWORD' : 'PICKET_OWNER_DATABASE_PASSWORD';
    return `postgres://${role}:${this.#secrets[secret]}@127.0.0.1:${port}/picket`;
  }

  /** Starts the Patroni of a node, which starts or takes over its Postgres. */
  startNode(node: PatroniNode): void {
    const folder = join(this.#as.root, 'configuration');
    this.#patronis.set(node, this.#as.spawn('patroni', [folder], node.env, `patroni-${node.name}.log`));
  }

  /** Kills with -9 the Patroni of a node, and its Postgres unless that is to be `left`. */
  async killNode(node: PatroniNode, postgres: 'killed' | 'left' = 'killed'): Promise<void> {
    await endProcess(this.#patronis.get(node) ?? null);
    if (postgres === 'killed' && existsSync(join(node.data, 'postmaster.pid'))) await killPostgres(node.folder);
  }

  /** Starts the Postgres of a node without its Patroni, as the primary it was; it waits for no standby, and accepts writes. */
  startAlone(node: PatroniNode): void {
    const options = `-p ${node.port} -c listen_addresses=127.0.0.1 -c synchronous_standby_names=`;
    const log = join(this.#as.root, `alone-${node.name}.log`);
    this.#as.run('pg_ctl', ['start', '-w', '-t', '120', '-D', node.data, '-l', log, '-o', options]);
  }

  /** The node that Patroni calls the primary; null while there is none, or two. */
  async primary(): Promise<PatroniNode | null> {
    const [one, two] = await Promise.all(this.nodes.map((node) => this.#isOk(node, '/primary')));
    if (one === two) return null;
    return one === true ? this.nodes[0] : this.nodes[1];
  }

  other(node: PatroniNode): PatroniNode {
    return node === this.nodes[0] ? this.nodes[1] : this.nodes[0];
  }

  /** Waits until one node is the primary and the other one confirms its commits; answers the primary. */
  async untilReady(): Promise<PatroniNode> {
    const endsAt = performance.now() + READY_WITHIN_MS;
    while (performance.now() < endsAt) {
      const primary = await this.primary();
      if (primary !== null && (await this.#isOk(this.other(primary), '/synchronous'))) return primary;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`no primary with a standby that confirms:\n${this.logs()}`);
  }

  /** Makes the standby the primary, as an operator does before work on a machine. */
  switchOver(from: PatroniNode): void {
    const to = this.other(from).name;
    this.#patronictl(from, ['switchover', '--leader', from.name, '--candidate', to, '--force']);
  }

  /** Whether the primary goes on without etcd while it reaches the other Patroni. */
  async setFailsafe(on: boolean): Promise<void> {
    const [node] = this.nodes;
    this.#patronictl(node, ['edit-config', '--force', '--set', `failsafe_mode=${on}`]);
    const endsAt = performance.now() + READY_WITHIN_MS;
    // Each Patroni reads it with its next turn.
    while (!(await this.#allHaveFailsafe(on))) {
      if (performance.now() > endsAt) throw new Error('Patroni did not take the new setting');
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  /**
   * The rows of a statement at a node's own socket, each as JSON. The superuser signs in as the user of this machine that the programs run
   * as, without a password, as the shipped `pg_hba` has it.
   */
  query(node: PatroniNode, text: string): readonly string[] {
    const rows = `SELECT row_to_json(r) FROM (${text}) r`;
    const at = ['-h', this.#as.root, '-p', String(node.port), '-U', 'postgres', '-d', 'picket'];
    const printed = this.#as.run('psql', ['-X', '-v', 'ON_ERROR_STOP=1', '-At', ...at, '-c', rows]);
    return printed.split('\n').filter((line) => line !== '');
  }

  /** How many rows a node holds of what reports and sign-ins write. */
  rows(node: PatroniNode): readonly string[] {
    return this.query(
      node,
      `SELECT (SELECT count(*) FROM reading) AS readings, (SELECT count(*) FROM session) AS sessions,
              (SELECT count(*) FROM audit_entry) AS positions`,
    );
  }

  /** The last lines of each program, for a test that failed. */
  logs(): string {
    return this.nodes
      .map(({ name }) => join(this.#as.root, `patroni-${name}.log`))
      .map((path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(-25).join('\n') : path))
      .join('\n\n');
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await this.killNode(node);
    await this.etcd.close();
    this.#as.remove();
  }

  #patronictl(node: PatroniNode, args: readonly string[]): void {
    const folder = join(this.#as.root, 'configuration');
    this.#as.run('patronictl', ['-c', folder, ...args], node.env);
  }

  /** One that has the mode off refuses to be asked about it, with 502; one that has it on misses the body. */
  async #allHaveFailsafe(on: boolean): Promise<boolean> {
    const secret = Buffer.from(`patroni:${this.#secrets.PATRONI_RESTAPI_PASSWORD}`).toString('base64');
    const asked = { method: 'POST', headers: { authorization: `Basic ${secret}` } };
    const answers = await Promise.all(this.nodes.map((node) => this.#ask(node, '/failsafe', asked)));
    return answers.every((answer) => answer !== null && (answer.status !== 502) === on);
  }

  async #isOk(node: PatroniNode, path: string): Promise<boolean> {
    return (await this.#ask(node, path))?.status === 200;
  }

  async #ask({ apiPort }: PatroniNode, path: string, how: RequestInit = {}): Promise<Response | null> {
    const address = `http://127.0.0.1:${apiPort}${path}`;
    const answer = await fetch(address, { ...how, signal: AbortSignal.timeout(5000) }).catch(() => null);
    await answer?.body?.cancel();
    return answer;
  }
}

/** Starts everything and waits until commits are confirmed by a standby. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const as = new AsPostgres();
  const etcd = await openEtcd(as);
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, newPassword()]));
  const node = async (name: string): Promise<PatroniNode> => {
    const folder = as.folder(name);
    const [port, apiPort, data] = [await freePort(), await freePort(), join(folder, 'postgres')];
    const env = {
      ...readExample('patroni.env.example'),
      PATRONI_NAME: name,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: POSTGRES_PROGRAMS,
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_ETCD3_HOSTS: etcd.clients.join(','),
      ...secrets,
    };
    return { name, folder, data, port, apiPort, env };
  };
  const cluster = new PatroniCluster(as, etcd, secrets, [await node('one'), await node('two')]);
  try {
    for (const one of cluster.nodes) cluster.startNode(one);
    await cluster.untilReady();
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}
