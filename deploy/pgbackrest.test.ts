/** The files of deploy/pgbackrest fit together and to the compose file, without an engine. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const ARCHIVE_COMMAND = 'sh /etc/pgbackrest/archive-push.sh "%p"';

const Service = z.object({
  image: z.string(),
  command: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
});
const compose = z
  .object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) })
  // Compose's own tag; the list stands as it is.
  .parse(parse(read('deploy/pgbackrest/compose.yml').replaceAll('!override ', '')));

test('every Postgres archives by the same command, after a minute at the latest', () => {
  const conf = read('deploy/pgbackrest/archive.conf');
  expect(conf).toContain(`archive_command = '${ARCHIVE_COMMAND}'`);
  expect(conf).toContain('archive_timeout = 60');
  const { postgresql } = z
    .object({ postgresql: z.object({ parameters: z.record(z.string(), z.union([z.string(), z.number()])) }) })
    .parse(JSON.parse(read('deploy/pgbackrest/patroni.json')));
  expect(postgresql.parameters).toEqual({
    archive_mode: 'on',
    archive_command: ARCHIVE_COMMAND,
    archive_timeout: 60,
  });
  expect(compose.services.database?.command).toEqual(
    expect.arrayContaining(['archive_mode=on', `archive_command=${ARCHIVE_COMMAND}`, 'archive_timeout=60']),
  );
});

test('pg_wal is bounded, and what is dropped leaves the mark that Picket asks for', () => {
  expect(read('deploy/pgbackrest/pgbackrest.conf')).toMatch(/^archive-push-queue-max=\d+GiB$/mu);
  const store = read('apps/server/src/platform/wal-archive/archiver-store.ts');
  const [, marker = ''] = /DROPPED_MARKER = '(\w+)'/u.exec(store) ?? [];
  expect(marker).not.toBe('');
  for (const name of ['archive-push.sh', 'backup.sh', 'restore-at.sh'])
    expect(read(`deploy/pgbackrest/${name}`), name).toContain(marker);
});

test('the service of base backups has the files and the socket of the database, and nothing else', () => {
  const base = compose.services['base-backups'];
  const shared = ['readings:/var/lib/postgresql', 'socket:/run/postgresql', 'repository:/repository'];
  expect(base?.volumes).toEqual(shared);
  expect(compose.services.database?.volumes).toEqual(expect.arrayContaining(shared));
  expect([base?.read_only, base?.cap_drop]).toEqual([true, ['ALL']]);
  expect(base?.environment).toEqual(compose.services.database?.environment);
  expect(Object.keys(compose.volumes)).toEqual(['socket', 'repository']);
  const image = read('deploy/pgbackrest/Dockerfile');
  const [, folder = ''] = /check-restore\.sh (\S+)/u.exec(read('deploy/pgbackrest/schedule.sh')) ?? [];
  expect(shared.some((volume) => folder.startsWith(`${volume.split(':')[1]}/`))).toBe(true);
  for (const [, name] of base?.command.join(' ').matchAll(/\/etc\/pgbackrest\/(\S+)/gu) ?? [])
    expect(image).toContain(`deploy/pgbackrest/${name}`);
});

test('the scripts find the programs of the Postgres in the image', () => {
  const [, major] = /^FROM postgres:(\d+)/mu.exec(read('deploy/pgbackrest/Dockerfile')) ?? [];
  const environment = compose.services['base-backups']?.environment;
  expect(environment?.POSTGRES_PROGRAMS).toBe(`/usr/lib/postgresql/${major}/bin`);
  expect(environment?.PGBACKREST_PG1_PATH).toBe(`/var/lib/postgresql/${major}/docker`);
});

/** Runs restore-at.sh with programs that only note how they were called. Returns the options of Postgres, and who may connect to it. */
function restoreInto(...more: readonly string[]) {
  const parent = mkdtempSync(join(tmpdir(), 'picket-restored-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  for (const name of ['pgbackrest', 'pg_ctl', 'pg_isready'])
    writeFileSync(join(parent, name), `#!/bin/sh\necho "${name} $*" >> "${parent}/ran"\n`, { mode: 0o755 });
  const into = join(parent, 'at');
  const script = join(ROOT, 'deploy/pgbackrest/restore-at.sh');
  const { status, stderr } = spawnSync('sh', [script, '2026-03-02 10:04:00+00', into, '5433', ...more], {
    env: { PATH: `${parent}:${process.env.PATH}`, POSTGRES_PROGRAMS: parent },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const ran = readFileSync(join(parent, 'ran'), 'utf8');
  const [, listens] = /listen_addresses=(\S+)/u.exec(ran) ?? [];
  const [, asked] = /^pg_isready .*--host=(\S+)/mu.exec(ran) ?? [];
  const [, clients] = /^host all all (\S+)/mu.exec(readFileSync(join(into, 'pg_hba.conf'), 'utf8')) ?? [];
  return { listens, asked, clients };
}

test('a restored database is reached from its own machine alone, unless an address is given, as the manual does for containers', () => {
  expect(restoreInto()).toEqual({ listens: '127.0.0.1', asked: '127.0.0.1', clients: '127.0.0.1/32' });
  expect(restoreInto('0.0.0.0')).toEqual({ listens: '0.0.0.0', asked: '0.0.0.0', clients: 'samenet' });
  const manual = read('docs/operations.md');
  const [, port = ''] =
    /compose exec --user postgres database sh \/etc\/pgbackrest\/restore-at\.sh '[^']+' \S+ (\d+) 0\.0\.0\.0$/mu.exec(
      manual,
    ) ?? [];
  expect(port).not.toBe('');
  expect(manual).toContain(`@database:${port}/picket`);
});

test('after a check that failed the schedule goes on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-schedule-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const programs: Readonly<Record<string, string>> = {
    pgbackrest: 'exit 0',
    // Of a Wednesday.
    date: 'case "$*" in *%u*) echo 3 ;; *) echo 2026-03-04 ;; esac',
    sh: 'case "$*" in *check-restore*) exit 1 ;; esac',
    // Ends what would go on for ever.
    sleep: 'exit 7',
  };
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> "${folder}/ran"\n${script}\n`, { mode: 0o755 });
  const { status } = spawnSync('/bin/sh', [join(ROOT, 'deploy/pgbackrest/schedule.sh')], { env: { PATH: folder } });
  const ran = readFileSync(join(folder, 'ran'), 'utf8').split('\n');
  expect(ran.filter((line) => /^(?:sh|sleep)/u.test(line))).toEqual([
    'sh /etc/pgbackrest/backup.sh incr',
    'sh /etc/pgbackrest/check-restore.sh /var/lib/postgresql/picket-recovery-check',
    'sleep 600',
  ]);
  expect(status).toBe(7);
});

test('two checks do not run at once, and nobody else can keep one from running', () => {
  const script = join(ROOT, 'deploy/pgbackrest/check-restore.sh');
  const parent = mkdtempSync(join(tmpdir(), 'picket-check-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'restored');
  writeFileSync(folder, 'of the check that runs');
  // As long as the lock is held, a second check neither begins nor removes what the first has restored.
  const { status, stdout } = spawnSync('flock', [`${folder}.lock`, 'sh', script, folder, '1'], {
    env: { ...process.env, PGBACKREST_PG1_PATH: parent },
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(readFileSync(folder, 'utf8')).toBe('of the check that runs');
  for (const name of ['archive-push.sh', 'backup.sh', 'check-restore.sh', 'restore-at.sh', 'schedule.sh'])
    expect(read(`deploy/pgbackrest/${name}`).replaceAll(/^\s*#.*$/gmu, ''), name).not.toContain('/tmp');
});
