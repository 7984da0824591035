/** The files of deploy/pgbackrest fit together and to the compose file, without an engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
