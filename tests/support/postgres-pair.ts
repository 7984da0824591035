/** Two Postgres, one following the other and confirming every commit; the first may be killed, the second promoted. */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { binariesFolder } from '../../apps/cli/src/postgres/postgres-programs.ts';
import { createRunner, type Run, resolveIdentity } from '../../apps/cli/src/postgres/postgres-user.ts';
import { freePort } from './free-port.ts';
import { type Haproxy, startHaproxy } from './haproxy.ts';
import { killPostgres } from './kill-postgres.ts';

export interface PostgresNode {
  readonly folder: string;
  readonly data: string;
  readonly port: number;
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    if (await what().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not come to that within 30 s');
}

export class PostgresPair {
  readonly nodes: readonly [PostgresNode, PostgresNode];
  readonly #root: string;
  readonly #binaries: string;
  readonly #hotStandby: boolean;
  readonly #identity: ReturnType<typeof resolveIdentity>;
  readonly #run: Run;
  #primary: PostgresNode;

  /** `root`: the folder of both. `hotStandby`: the standby takes connections that read. */
  constructor(
    root: string,
    binaries: string,
    nodes: readonly [PostgresNode, PostgresNode],
    { hotStandby }: { readonly hotStandby: boolean },
  ) {
    this.#root = root;
    this.#binaries = binaries;
    this.#hotStandby = hotStandby;
    this.nodes = nodes;
    this.#identity = resolveIdentity(nodes[0].data);
    this.#run = createRunner(this.#identity, [binaries, root]);
    [this.#primary] = nodes;
  }

  primary(): PostgresNode {
    return this.#primary;
  }

  /** Makes the first one, empty, and the second one follow it. */
  async start(): Promise<void> {
    const { data } = this.#primary;
    mkdirSync(data, { mode: 0o700 });
    this.#own(data);
    const { status } = this.#run(
      join(this.#binaries, 'initdb'),
      [...['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=trust']],
      { stdio: 'ignore' },
    );
    if (status !== 0) throw new Error(`initdb ended with ${status}`);
    this.#configureReplication(this.#primary, '', null);
    this.#start(this.#primary);
    await this.#asAdmin('CREATE ROLE picket LOGIN');
    await this.#asAdmin('CREATE DATABASE picket OWNER picket');
    await this.resumeReplication();
  }

  /** As a power cut would. */
  killPrimary(): Promise<void> {
    return killPostgres(this.#primary.folder);
  }

  /** Makes the standby the primary; it waits for nobody until it has a standby of its own. */
  async promote(): Promise<void> {
    const next = this.#other();
    this.#configureReplication(next, '', null);
    this.#pgCtl('reload', '-D', next.data);
    this.#pgCtl('promote', '-w', '-D', next.data);
    this.#primary = next;
  }

  /** Makes the other one a standby from a fresh copy of the primary, and waits until it confirms commits. */
  async resumeReplication(): Promise<void> {
    const standby = this.#other();
    await this.#copyPrimary(standby);
    this.#configureReplication(standby, '', this.#primary);
    this.#start(standby);
    await until(
      async () => (await this.#asAdmin(`SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`)).length === 1,
    );
    this.#configureReplication(this.#primary, '*', null);
    this.#pgCtl('reload', '-D', this.#primary.data);
    await until(
      async () => (await this.#asAdmin(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)).length === 1,
    );
  }

  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return this.#asAdmin<Row>(text, 'picket');
  }

  /**
   * Starts the other one as the primary it was, beside the one that took over, and answers what it holds there. `alone`: it
   * waits for no standby, and takes writes.
   */
  async restartOldPrimary(
    how?: 'alone',
  ): Promise<{ readonly port: number; readings(): Promise<number>; stop(): void }> {
    const old = this.#other();
    if (how === 'alone') this.#configureReplication(old, '', null);
    // Where nobody collects the dead, its process of before still seems to live.
    rmSync(join(old.data, 'postmaster.pid'), { force: true });
    this.#start(old);
    const readings = async (): Promise<number> => {
      const [row] = await this.#asAdmin<{ count: number }>('SELECT count(*) AS count FROM reading', 'picket', old);
      return row?.count ?? 0;
    };
    await until(async () => (await readings()) >= 0);
    return {
      port: old.port,
      readings,
      stop: () => this.#pgCtl('stop', '-m', 'immediate', '-D', old.data),
    };
  }

  async close(): Promise<void> {
    for (const { data } of this.nodes)
      this.#run(join(this.#binaries, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', data], { stdio: 'ignore' });
    rmSync(this.#root, { recursive: true, force: true });
  }

  #other(): PostgresNode {
    return this.#primary === this.nodes[0] ? this.nodes[1] : this.nodes[0];
  }

  #own(path: string): void {
    if (this.#identity !== null) chownSync(path, this.#identity.uid, this.#identity.gid);
  }

  #pgCtl(...args: readonly string[]): void {
    const { status } = this.#run(join(this.#binaries, 'pg_ctl'), [...args], { stdio: 'ignore' });
    if (status !== 0) throw new Error(`pg_ctl ${args.join(' ')} ended with ${status}`);
  }

  /** What differs between a primary and a standby stands in a file of its own. */
  #configureReplication(of: PostgresNode, standbys: string, follows: PostgresNode | null): void {
    const lines = [
      `synchronous_standby_names = '${standbys}'`,
      ...(follows === null ? [] : [`primary_conninfo = 'host=127.0.0.1 port=${follows.port} user=postgres'`]),
    ];
    writeFileSync(join(of.data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
    this.#own(join(of.data, 'postgresql.auto.conf'));
  }

  #start(of: PostgresNode): void {
    const options = Object.entries({
      listen_addresses: '127.0.0.1',
      port: String(of.port),
      unix_socket_directories: '',
      hot_standby: this.#hotStandby ? 'on' : 'off',
      wal_keep_size: '512MB',
      shared_buffers: '64MB',
      timezone: 'UTC',
    }).map(([name, value]) => `-c ${name}='${value}'`);
    this.#pgCtl('start', '-w', '-D', of.data, '-l', join(of.data, 'server.log'), '-o', options.join(' '));
  }

  async #asAdmin<Row extends pg.QueryResultRow>(
    text: string,
    database = 'postgres',
    { port } = this.#primary,
  ): Promise<Row[]> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** A copy of the primary while it runs, as pg_basebackup makes one; that is not among the embedded programs. */
  async #copyPrimary(to: PostgresNode): Promise<void> {
    rmSync(to.data, { recursive: true, force: true });
    const client = new pg.Client({
      host: '127.0.0.1',
      port: this.#primary.port,
      user: 'postgres',
      database: 'postgres',
    });
    await client.connect();
    try {
      await client.query(`SELECT pg_backup_start('standby', true)`);
      // Files come and go meanwhile: the log says what became of them.
      spawnSync('cp', ['-a', this.#primary.data, to.data], { stdio: 'ignore' });
      for (const left of ['postmaster.pid', 'postmaster.opts', 'standby.signal'])
        rmSync(join(to.data, left), { force: true });
      rmSync(join(to.data, 'pg_wal'), { recursive: true, force: true });
      for (const made of ['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries']) {
        mkdirSync(join(to.data, made), { mode: 0o700 });
        this.#own(join(to.data, made));
      }
      const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
      for (const [name, text] of [
        ['backup_label', rows[0]?.labelfile ?? ''],
        ['standby.signal', ''],
      ] as const) {
        writeFileSync(join(to.data, name), text);
        this.#own(join(to.data, name));
      }
    } finally {
      await client.end();
    }
  }
}

/** `hotStandby`: the standby takes connections that read. */
export async function startPair({ hotStandby = false } = {}): Promise<PostgresPair> {
  const root = mkdtempSync(join(tmpdir(), 'picket-pair-'));
  const node = async (name: string): Promise<PostgresNode> => {
    const folder = join(root, name);
    mkdirSync(folder, { recursive: true });
    return { folder, data: join(folder, 'postgres'), port: await freePort() };
  };
  const nodes = [await node('one'), await node('two')] as const;
  const pair = new PostgresPair(root, await binariesFolder(), nodes, { hotStandby });
  await pair.start();
  return pair;
}

/**
 * haproxy with the settings the operations page recommends. `servers`: ports of the two, known beforehand. Beside each
 * Postgres something stands for Patroni's REST API: it knows who was promoted last, and calls nobody else the primary.
 */
export async function startProxy(pair: PostgresPair, servers: readonly [number, number]): Promise<Haproxy> {
  const [one, two] = pair.nodes;
  const managers = [
    await openManager(() => pair.primary() === one),
    await openManager(() => pair.primary() === two),
  ] as const;
  const proxy = await startHaproxy(servers, [
    { port: one.port, managerPort: managers[0].port },
    { port: two.port, managerPort: managers[1].port },
  ]);
  return {
    ...proxy,
    close: () => {
      proxy.close();
      for (const manager of managers) manager.close();
    },
  };
}

/** Answers `GET /primary` as Patroni does: 200 where the primary is, else 503. */
async function openManager(isPrimary: () => boolean): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/primary' && isPrimary() ? 200 : 503).end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
