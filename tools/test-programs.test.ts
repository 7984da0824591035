/** What the test commands do about programs that are missing, and about tests that did not run. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSkipped } from '../scripts/lib/test-steps.mjs';
import { isNoInstall, PROGRAMS, planInstall } from '../scripts/lib/test-tools.mjs';

const ROOT = join(import.meta.dirname, '..');

function plan(machine: { noInstall?: boolean; isRoot?: boolean; hasApt?: boolean }): Record<string, string[]> {
  const planned = planInstall(PROGRAMS, { noInstall: false, isRoot: false, hasApt: false, ...machine });
  return Object.fromEntries(
    Object.entries(planned).map(([installer, programs]) => [installer, (programs ?? []).map(({ name }) => name)]),
  );
}

test('what is missing is installed where that is possible, and never with --no-install', () => {
  const servers = ['haproxy', 'caddy', 'mosquitto', 'upsd', 'faketime', 'ffmpeg', 'mkfs.xfs'];
  expect(plan({ isRoot: true, hasApt: true })).toEqual({ apt: ['chromium', ...servers], unpack: ['promtool'] });
  expect(plan({ hasApt: true })).toEqual({ playwright: ['chromium'], none: servers, unpack: ['promtool'] });
  expect(plan({})).toEqual({ playwright: ['chromium'], none: [...servers, 'promtool'] });
  expect(plan({ noInstall: true, isRoot: true, hasApt: true })).toEqual({ none: PROGRAMS.map(({ name }) => name) });
});

test('--no-install is understood with and without the dashes of npm', () => {
  expect(isNoInstall(['node', 'test.mjs', '--no-install'], {})).toBe(true);
  expect(isNoInstall(['node', 'test.mjs'], { npm_config_install: '' })).toBe(true);
  expect(isNoInstall(['node', 'test.mjs'], {})).toBe(false);
});

test('tests that did not run are listed by file', () => {
  const results = (...statuses: readonly string[]) => statuses.map((status) => ({ status }));
  expect(
    listSkipped([
      { name: join(ROOT, 'one.test.ts'), assertionResults: results('passed', 'pending', 'skipped') },
      { name: join(ROOT, 'two.test.ts'), assertionResults: results('passed', 'failed') },
    ]),
  ).toEqual(['one.test.ts: 2 of 3']);
});

test('npm install says what to run instead', () => {
  const ended = spawnSync('npm', ['install', '--offline', '--dry-run', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(ended.status).not.toBe(0);
  expect(ended.stderr).toContain('nothing to install by hand: run npm start, npm run dev or npm run check');
});
