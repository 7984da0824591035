/** `picket support-bundle` as a person runs it: beside a server, and where everything is down. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { REPLACED_SETTINGS, SETTINGS } from '../../apps/server/src/platform/config/config.ts';
import { createTestDatabase } from '../support/database.ts';
import { ROOT, startServer } from '../support/server-process.ts';

const MARK = '5ecret';

/** A secret in every setting, but those that say where things are. */
const planted = (): Record<string, string> =>
  Object.fromEntries([...SETTINGS, ...REPLACED_SETTINGS].map((name) => [name, `${MARK} of ${name}`]));

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the command; returns what it printed and the files of the bundle. */
function makeBundle(env: Readonly<Record<string, string>>) {
  const folder = openFolder();
  const file = join(folder, 'support.tar.gz');
  const program = join(ROOT, 'apps/cli/src/picket.ts');
  const ended = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, 'support-bundle', file],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    },
  );
  expect(ended.status, ended.stderr).toBe(0);
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  const [inside = ''] = readdirSync(folder).filter((name) => name.startsWith('picket-support-'));
  const read = (name: string): string => readFileSync(join(folder, inside, name), 'utf8');
  return { printed: ended.stderr, names: readdirSync(join(folder, inside)), read };
}

test('beside a server it has everything, and no secret of any setting', async () => {
  const database = await createTestDatabase();
  const dataDir = openFolder();
  const token = `${MARK}-metrics-token`;
  const server = await startServer(database.url, { dataDir, env: { PICKET_METRICS_TOKEN: token } });
  try {
    const line = {
      level: 50,
      time: 'now',
      msg: `${MARK} of PICKET_OIDC_CLIENT_SECRET for ann@example.org was refused`,
    };
    writeFileSync(join(dataDir, 'errors.jsonl'), `${JSON.stringify(line)}\n`);
    const { names, read, printed } = makeBundle({
      ...planted(),
      DATABASE_URL: database.url,
      PICKET_DATABASE_PASSWORD_FILE: '',
      PICKET_DATA_DIR: dataDir,
      PORT: String(server.port),
      PICKET_METRICS_TOKEN: token,
    });
    expect(names.sort()).toEqual([
      'about.json',
      'database.json',
      'failing-checks.json',
      'health.json',
      'last-errors.json',
      'metrics.txt',
      'migrations.json',
      'problems.json',
      'settings.json',
    ]);
    const { username, password } = new URL(database.url);
    for (const name of names) {
      expect(read(name), name).not.toContain(MARK);
      if (password !== '' && password !== username) expect(read(name), name).not.toContain(password);
    }
    // The planted settings are wrong, so the folder of the backups is not known.
    expect(printed).toContain('Without disk.json: ');
    expect(JSON.parse(read('settings.json'))).toMatchObject({ accepted: false });
    expect(JSON.parse(read('health.json'))).toEqual({ status: 204, body: '' });
    expect(read('metrics.txt')).toContain('picket_healthy 1');
    expect(JSON.parse(read('migrations.json'))).toMatchObject({ missing: [], unknown: [] });
    expect(JSON.parse(read('database.json')).databaseBytes).toBeGreaterThan(1_000_000);
    expect(JSON.parse(read('last-errors.json'))[0].msg).toBe('[not shown] for [address] was refused');
  } finally {
    await server.stop();
    await database.drop();
  }
});

test('where server and database are down it is made all the same, and says so', () => {
  const { names, read, printed } = makeBundle({
    DATABASE_URL: `postgres://picket:${MARK}@127.0.0.1:1/picket`,
    PICKET_DATA_DIR: openFolder(),
    PORT: '1',
  });
  expect(names).toEqual(expect.arrayContaining(['about.json', 'settings.json', 'disk.json', 'last-errors.json']));
  const missing = ['health.json', 'metrics.txt', 'database.json', 'migrations.json', 'failing-checks.json'];
  const problems: { file: string; reason: string }[] = JSON.parse(read('problems.json'));
  expect(problems.map(({ file }) => file)).toEqual(missing);
  for (const { file, reason } of problems) {
    expect(printed).toContain(`Without ${file}: ${reason}`);
    expect(reason).not.toContain(MARK);
  }
});
