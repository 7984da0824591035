/**
 * npm run reference: records the examples of the API document from a running server, then writes the pages of docs/reference. With
 * --pages it writes the pages only.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

if (!process.argv.includes('--pages')) {
  const vitest = join(root, 'node_modules/.bin/vitest');
  const { status } = spawnSync(
    vitest,
    ['run', '--project=capability-deep', 'apps/server/test/document-examples.test.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PICKET_WRITE_EXAMPLES: '1' },
    },
  );
  if (status !== 0) process.exit(1);
}

// Imported after the examples were written, which the pages show.
const { REFERENCE_PAGES } = await import('./reference-pages.ts');
const folder = join(root, 'docs/reference');
mkdirSync(folder, { recursive: true });
for (const [name, page] of Object.entries(REFERENCE_PAGES)) writeFileSync(join(folder, name), page());
console.log(`Wrote ${Object.keys(REFERENCE_PAGES).length} pages to docs/reference`);
