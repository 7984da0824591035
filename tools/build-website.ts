/**
 * npm run docs: builds the website of the documents into docs/website/dist. It has packages and a lockfile of its own: nothing that runs
 * Picket installs them.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readHelpPages } from '../apps/console/help-sources.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const WEBSITE = join(ROOT, 'docs/website');
const PAGES = join(WEBSITE, 'pages');

function run(args: readonly string[]): void {
  const { status } = spawnSync('pnpm', ['--dir', WEBSITE, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const pages = readHelpPages(ROOT, '.md');
rmSync(PAGES, { recursive: true, force: true });
for (const { name, markdown } of pages) {
  const file = join(PAGES, `${name}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, markdown);
}
const listed = pages.map(({ name, title, group }) => ({ name, title, group }));
writeFileSync(join(PAGES, 'pages.json'), JSON.stringify(listed));
run(['install', '--frozen-lockfile']);
run(['exec', 'vitepress', 'build', '.']);
process.stderr.write('The website is in docs/website/dist\n');
