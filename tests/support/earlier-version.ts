/** The oldest code that may run beside the code of today, ready to run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './server-process.ts';

const git = (...args: readonly string[]): string | null => {
  const { status, stdout } = spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/**
 * The commit before the one that brought the newest migration to the main line. A migration that removes or renames (contract) serves no earlier
 * code: then it is the newest commit. Null: this is no clone, or one without its history.
 */
export function findEarlierVersion(): string | null {
  const newest =
    readdirSync(join(ROOT, 'prisma/migrations'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? '';
  const migration = `prisma/migrations/${newest}`;
  if (/^--\s*contract: /mu.test(readFileSync(join(ROOT, migration, 'migration.sql'), 'utf8')))
    return git('rev-parse', '--verify', '--quiet', 'HEAD');
  // By the merge that brought it: its branch may have had it under another name, and other migrations not yet.
  const added = ['--first-parent', '-m', '--no-renames', '--diff-filter=A'];
  const introducedBy = git('log', ...added, '--format=%H', '--', migration)
    ?.split('\n')
    .at(-1);
  return introducedBy === undefined || introducedBy === ''
    ? null
    : git('rev-parse', '--verify', '--quiet', `${introducedBy}^`);
}

/** Puts that version into a folder of its own, with the packages of today; returns the folder. The caller removes it. */
export function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-earlier-'));
  const archive = join(folder, 'archive.tar');
  execFileSync('git', ['-C', ROOT, 'archive', '--output', archive, commit]);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const workspace of ['apps', 'packages'])
    for (const name of readdirSync(join(ROOT, workspace))) {
      // Links within the project are relative: in the copy they lead to the version there.
      const links = join(ROOT, workspace, name, 'node_modules');
      if (existsSync(links) && existsSync(join(folder, workspace, name)))
        cpSync(links, join(folder, workspace, name, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    }
  mkdirSync(join(folder, 'apps/console/dist'), { recursive: true });
  cpSync(join(ROOT, 'apps/console/index.html'), join(folder, 'apps/console/dist/index.html'));
  // Prisma wants its native schema engine although generating does not use it; any executable satisfies it.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  execFileSync(join(ROOT, 'node_modules/.bin/prisma'), ['generate'], { cwd: folder, env, stdio: 'ignore' });
  return folder;
}
