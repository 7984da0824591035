/** Debian's Postgres 15 with pgBackRest and the files of deploy/pgbackrest, on this machine. */
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { AsPostgres, newPassword, POSTGRES_PROGRAMS } from './patroni-files.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const SCRIPTS = ['archive-push.sh', 'backup.sh', 'restore-at.sh', 'check-restore.sh', 'pgbackrest.conf'];

export class PgbackrestCluster {
  readonly #as = new AsPostgres();
  readonly #port: number;
  readonly #env: Readonly<Record<string, string>>;
  readonly #restored: string[] = [];

  private constructor(port: number) {
    this.#port = port;
    const files = this.#as.folder('pgbackrest');
    for (const name of SCRIPTS) copyFileSync(join(DEPLOY, 'pgbackrest', name), join(files, name));
    copyFileSync(join(DEPLOY, 'database/create-role.sh'), join(files, 'create-role.sh'));
    this.#env = {
      PGBACKREST_CONFIG: this.#file('pgbackrest.conf'),
      PGBACKREST_PG1_PATH: this.#as.folder('data'),
      PGBACKREST_PG1_PORT: String(port),
      PGBACKREST_PG1_SOCKET_PATH: this.#as.root,
      PGBACKREST_REPO1_PATH: this.#as.folder('repository'),
      PGBACKREST_LOCK_PATH: this.#as.folder('locks'),
      // Five files of WAL, so that a test reaches it.
      PGBACKREST_ARCHIVE_PUSH_QUEUE_MAX: '80MiB',
      PICKET_DATABASE_PASSWORD: newPassword(),
      PICKET_OWNER_DATABASE_PASSWORD: newPassword(),
    };
  }

  /** Makes the database and its first full backup. */
  static async start(): Promise<PgbackrestCluster> {
    const cluster = new PgbackrestCluster(await freePort());
    const data = cluster.#setting('PGBACKREST_PG1_PATH');
    cluster.#as.run('initdb', ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=trust', '-k']);
    const shipped = readFileSync(join(DEPLOY, 'pgbackrest/archive.conf'), 'utf8');
    const here = shipped.replace('/etc/pgbackrest/', `${join(cluster.#as.root, 'pgbackrest')}/`);
    writeFileSync(join(data, 'postgresql.auto.conf'), here);
    cluster.startPostgres();
    const address = `postgres://postgres@127.0.0.1:${cluster.#port}/postgres`;
    cluster.#as.run('sh', [cluster.#file('create-role.sh'), address], cluster.#env);
    cluster.#as.run('pgbackrest', ['--stanza=picket', 'stanza-create'], cluster.#env);
    cluster.backUp('full');
    return cluster;
  }

  startPostgres(): void {
    const options = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${this.#as.root}`;
    const data = this.#setting('PGBACKREST_PG1_PATH');
    const log = join(this.#as.root, 'postgres.log');
    this.#as.run('pg_ctl', ['start', '-w', '-D', data, '-l', log, '-o', options], this.#env);
  }

  url(role: 'picket' | 'picket_owner' | 'postgres', port = this.#port): string {
    return `postgres://${role}@127.0.0.1:${port}/picket`;
  }

  backUp(type: 'full' | 'incr'): void {
    this.#as.run('sh', [this.#file('backup.sh'), type], this.#env);
  }

  /** Checks that all that is archived can be restored; throws where it cannot. */
  async checkRestore(): Promise<void> {
    const args = [this.#file('check-restore.sh'), join(this.#as.root, 'checked'), String(await freePort())];
    this.#as.run('sh', args, { ...this.#env, POSTGRES_PROGRAMS });
  }

  /** Restores to an instant beside the running one; returns its port. */
  async restoreAt(instant: number): Promise<number> {
    const port = await freePort();
    const folder = join(this.#as.root, `at-${port}`);
    const target = new Date(instant).toISOString().replace('T', ' ').replace('Z', '+00');
    this.#as.run('sh', [this.#file('restore-at.sh'), target, folder, String(port)], {
      ...this.#env,
      POSTGRES_PROGRAMS,
    });
    this.#restored.push(folder);
    return port;
  }

  /** Ends the present file of WAL, so that it is archived; returns whether pg_wal grew. */
  async switchWal(): Promise<void> {
    await this.query('SELECT pg_logical_emit_message(false, $$test$$, repeat($$x$$, 1000)); SELECT pg_switch_wal()');
  }

  async query(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres') });
    await client.connect();
    await client.query(text).finally(() => client.end());
  }

  /** The repository goes away, or comes back: a disk that is not mounted. */
  setRepository(state: 'gone' | 'there'): void {
    const path = this.#setting('PGBACKREST_REPO1_PATH');
    if (state === 'there') renameSync(`${path}.away`, path);
    else renameSync(path, `${path}.away`);
  }

  close(): void {
    for (const folder of [...this.#restored, this.#setting('PGBACKREST_PG1_PATH')])
      try {
        this.#as.run('pg_ctl', ['stop', '-m', 'immediate', '-D', folder]);
      } catch {
        // It did not start, or ended by itself.
      }
    this.#as.remove();
  }

  #file(name: string): string {
    return join(this.#as.root, 'pgbackrest', name);
  }

  #setting(name: string): string {
    return this.#env[name] ?? '';
  }
}

/** What of the Debian packages postgresql-15 and pgbackrest is not on this machine. */
export function missingArchivePrograms(): readonly string[] {
  const as = new AsPostgres();
  try {
    return ['pgbackrest', 'postgres'].filter((name) => {
      try {
        as.run(name, [name === 'postgres' ? '--version' : 'version']);
        return false;
      } catch {
        return true;
      }
    });
  } finally {
    as.remove();
  }
}
