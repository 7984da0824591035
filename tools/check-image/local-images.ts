/**
 * Stand-ins for the four public images that the compose file and its Dockerfiles name, made of Debian's packages and this checkout's own Node
 * and Postgres: the check of the image needs no registry. They behave as the real ones where Picket relies on it.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** As the compose file and the Dockerfile name it, without a digest: what is made here has another one. */
function imageIn(file: string, name: string): string {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const tag = new RegExp(`(?:image: |FROM )${name}:([\\w.-]+)`, 'u').exec(text)?.[1];
  if (tag === undefined) throw new Error(`${file} names no image ${name}`);
  return `docker.io/library/${name}:${tag}`;
}

export const NODE_IMAGE = imageIn('Dockerfile', 'node');
const POSTGRES_IMAGE = imageIn('docker-compose.yml', 'postgres');
const MOSQUITTO_IMAGE = imageIn('docker-compose.yml', 'eclipse-mosquitto');
const DEBIAN_IMAGE = imageIn('deploy/patroni/Dockerfile', 'debian');
const DYNAMIC_SECURITY = 'mosquitto_dynamic_security.so';

const ENTRY = `#!/bin/sh
# What of the postgres image's entrypoint Picket relies on: a first start makes the data, then runs the scripts.
set -eu
export PGDATA=/var/lib/postgresql/18/docker PATH=/usr/lib/postgres/bin:$PATH
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql && chmod 700 "$PGDATA"
  chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  eval initdb -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256 --auth-local=trust $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses='' -c unix_socket_directories=/var/run/postgresql" start
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl -w -m fast stop
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
`;

function run(command: string, args: readonly string[], input?: Buffer): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
    ...(input === undefined ? {} : { input }),
  });
}

const exists = (image: string): boolean => {
  try {
    run('podman', ['image', 'exists', image]);
    return true;
  } catch {
    return false;
  }
};

/** `changes`: as in a Dockerfile. */
function importImage(folder: string, image: string, changes: readonly string[]): void {
  const archive = `${folder}.tar`;
  run('tar', ['-C', folder, '-cf', archive, '.']);
  run('podman', ['import', '--quiet', ...changes.flatMap((change) => ['--change', change]), archive, image]);
  rmSync(archive);
}

/** Copies a program of this machine, with the libraries it needs and the folder lacks. */
function copyProgram(program: string, folder: string, to: string): void {
  cpSync(program, join(folder, to));
  for (const line of run('ldd', [program]).split('\n')) {
    const library = /=> (\/\S+)/u.exec(line)?.[1];
    if (library !== undefined && !existsSync(join(folder, library))) run('cp', ['-L', library, join(folder, library)]);
  }
}

/** A small Debian, which the images are copies of. */
function makeDebian(debian: string): void {
  run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates,libatomic1,libstdc++6,libicu72',
    'bookworm',
    debian,
  ]);
  for (const dropped of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'])
    rmSync(join(debian, dropped), { recursive: true, force: true });
  // Where this machine trusts an authority of its own, the builds have to trust it too.
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(debian, 'etc/ssl/certs/ca-certificates.crt'));
}

function makeNodeImage(root: string, node: string, npm: string): void {
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(node, join(root, 'usr/local/bin/node'), { dereference: true });
  run('cp', ['-aL', npm, join(root, 'usr/local/lib/node_modules/npm')]);
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')]);
  run('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
  importImage(root, NODE_IMAGE, [
    'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
    'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'CMD ["node"]',
  ]);
}

/** The client's tools come from Debian; the embedded Postgres has none. */
function copyClientTools(root: string): void {
  for (const tool of ['psql', 'pg_isready']) {
    if (!existsSync(`/usr/lib/postgresql/15/bin/${tool}`))
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-client']);
    copyProgram(`/usr/lib/postgresql/15/bin/${tool}`, root, `usr/lib/postgres/bin/${tool}`);
  }
}

function makePostgresImage(root: string, postgres: string): void {
  run('cp', ['-aL', dirname(dirname(postgres)), join(root, 'usr/lib/postgres')]);
  copyClientTools(root);
  const entry = join(root, 'usr/local/bin/docker-entrypoint.sh');
  writeFileSync(entry, ENTRY);
  chmodSync(entry, 0o755);
  run('chroot', [root, 'useradd', '--uid', '999', '--user-group', '--no-create-home', 'postgres']);
  for (const folder of ['var/run/postgresql', 'docker-entrypoint-initdb.d', 'var/lib/postgresql'])
    mkdirSync(join(root, folder), { recursive: true });
  run('chown', ['999:999', join(root, 'var/run/postgresql'), join(root, 'var/lib/postgresql')]);
  importImage(root, POSTGRES_IMAGE, [
    'ENV PATH=/usr/lib/postgres/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'ENTRYPOINT ["docker-entrypoint.sh"]',
    'VOLUME /var/lib/postgresql',
    'EXPOSE 5432',
  ]);
}

function makeMosquittoImage(root: string): void {
  copyProgram('/usr/sbin/mosquitto', root, 'usr/sbin/mosquitto');
  const plugin = readdirSync('/usr/lib')
    .map((name) => `/usr/lib/${name}/${DYNAMIC_SECURITY}`)
    .find((path) => existsSync(path));
  if (plugin === undefined) throw new Error('mosquitto has no dynamic security here');
  copyProgram(plugin, root, `usr/lib/${DYNAMIC_SECURITY}`);
  run('chroot', [root, 'useradd', '--uid', '1883', '--user-group', '--no-create-home', 'mosquitto']);
  for (const folder of ['config', 'data', 'log']) mkdirSync(join(root, 'mosquitto', folder), { recursive: true });
  run('chown', ['-R', '1883:1883', join(root, 'mosquitto')]);
  importImage(root, MOSQUITTO_IMAGE, [
    'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'VOLUME /mosquitto/data',
    'EXPOSE 1883',
    'EXPOSE 8883',
  ]);
}

/** Debian alone; its packages come from where this machine has them. */
function makeDebianImage(root: string): void {
  for (const sources of ['sources.list', 'sources.list.d', 'apt.conf.d']) {
    const path = join('/etc/apt', sources);
    if (existsSync(path)) cpSync(path, join(root, path), { recursive: true });
  }
  importImage(root, DEBIAN_IMAGE, ['CMD ["bash"]']);
}

/** Makes them, unless all of them are there. */
export function makeLocalImages(node: string, npm: string, postgres: string, print: (line: string) => void): void {
  if ([NODE_IMAGE, POSTGRES_IMAGE, MOSQUITTO_IMAGE, DEBIAN_IMAGE].every(exists)) return;
  const work = mkdtempSync(join(tmpdir(), 'picket-images-'));
  const debian = join(work, 'debian');
  print('Making a small Debian …');
  makeDebian(debian);

  print('Making the base images …');
  const copyDebian = (name: string): string => {
    const root = join(work, name);
    run('cp', ['-a', debian, root]);
    return root;
  };
  makeNodeImage(copyDebian('node'), node, npm);
  makePostgresImage(copyDebian('postgres'), postgres);
  makeMosquittoImage(copyDebian('mosquitto'));
  makeDebianImage(copyDebian('debian-alone'));
  rmSync(work, { recursive: true, force: true });
}

/** Bytes of an image by itself. */
export const imageBytes = (image: string): number =>
  Number(run('podman', ['image', 'inspect', '--format', '{{.Size}}', image]).trim());
