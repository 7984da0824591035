/** Commands that have nothing to work on say so in a line, and leave nothing behind: no database, no folder, no process. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadKeys } from '../../apps/server/src/platform/keys/keys.ts';
import { createTestDatabase } from '../support/database.ts';
import { ROOT } from '../support/server-process.ts';

/**
 * Runs `picket <line>`. Returns its code, what it printed, and what lies beside the data folder then, which is not there unless `hasKeys`.
 */
function run(line: string, env: Readonly<Record<string, string>> = {}, hasKeys = false) {
  const parent = mkdtempSync(join(tmpdir(), 'picket-refused-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  if (hasKeys) loadKeys(join(parent, 'data'));
  const program = join(ROOT, 'apps/cli/src/picket.ts');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, ...line.split(' ')],
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', ...env, PICKET_DATA_DIR: join(parent, 'data') },
    },
  );
  return { status, printed: stderr.replaceAll(parent, ''), left: readdirSync(parent) };
}

const NO_DATABASE = 'There is no database in /data: start Picket first.\n';

describe('without a data folder', () => {
  test.each([
    ['restore', 'There is no backup in /data-backups.\n'],
    ['restore nosuch --replace', 'There is no backup nosuch, nor /data-backups/nosuch.\n'],
    ['restore --into elsewhere', '--into is for --at.\n'],
    [
      'restore --at 2026-11-30T00:00:00Z',
      'There is no database in /data, nor the copies of postgres.json and keys.json that a lost one needs.\n',
    ],
    ['fsck', NO_DATABASE],
    ['erase-again', NO_DATABASE],
    ['admin remove-second-factor ada@picket.example', NO_DATABASE],
  ])('picket %s', (line, printed) => {
    expect(run(line)).toEqual({ status: 1, printed, left: [] });
  });
});

test('a wrong setting of the backups is named', () => {
  const { status, printed } = run('restore', { PICKET_BACKUP_KEEP: '0' });
  expect(status).toBe(1);
  expect(printed).toMatch(/^Not restored: PICKET_BACKUP_KEEP: [^\n]+\n$/u);
});

test('a database without tables is not checked', async () => {
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  expect(run('fsck', { DATABASE_URL: database.url })).toMatchObject({
    status: 1,
    printed: 'The database is not of this version of Picket: start Picket first, which upgrades it.\n',
  });
});

test('an import whose rejected rows cannot be listed says so once, and goes on', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const folder = mkdtempSync(join(tmpdir(), 'picket-refused-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'room.csv');
  writeFileSync(file, 'time,environment_temperature.value\n2026-03-02T10:00:00Z,20\n2026-03-02T10:01:00Z,21\n');
  // In place of the file.
  mkdirSync(`${file}.rejected.txt`);
  const { status, printed } = run(`import ${file}`, { DATABASE_URL: database.url }, true);
  expect(status, printed).toBe(1);
  expect(printed).toContain('line 3: names no sentry');
  expect(printed.match(/rejected\.txt cannot be written \(EISDIR[^\n]*/gu)).toHaveLength(1);
  expect(printed).toMatch(/2 rows in [\d.]+ s: 0 readings stored, 0 known already, 2 rejected\n$/u);
});

describe('what keeps Picket from starting is said in a line', () => {
  const start = (env: Readonly<Record<string, string>>): string => {
    const parent = mkdtempSync(join(tmpdir(), 'picket-refused-'));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(ROOT, 'apps/cli/src/serve.ts')],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          PICKET_DATA_DIR: join(parent, 'data'),
          PICKET_LOG_LEVEL: 'fatal',
          ...env,
        },
      },
    );
    expect(status).toBe(1);
    return stderr.replace(/^Picket was started by root.*\n/u, '');
  };

  test('a data folder that cannot be written', () => {
    expect(start({ DATABASE_URL: '', PICKET_DATA_DIR: '/dev/null/data' })).toBe(
      "Picket cannot start: it cannot write to its data folder /dev/null/data (PICKET_DATA_DIR): ENOTDIR: not a directory, mkdir '/dev/null/data'\n",
    );
  });

  test('a database that does not answer', () => {
    expect(start({ DATABASE_URL: 'postgres://picket@127.0.0.1:1/picket' })).toBe(
      'Picket cannot start: DATABASE_URL: the database does not answer: connect ECONNREFUSED 127.0.0.1:1\n',
    );
  });
});
