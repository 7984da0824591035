/** Every export, file and dependency is used; knip.jsonc says where the code begins. A deliberate violation of each kind is caught. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { UNUSED_RULE } from './import-rules.ts';
import { ROOT } from './repository.ts';
import { withoutExceptions } from './source-rule.ts';

const KINDS = ['exports', 'types', 'files', 'dependencies', 'devDependencies', 'unlisted', 'unresolved'] as const;

type Issues = Readonly<Record<(typeof KINDS)[number], readonly { readonly name: string }[]>>;

interface Report {
  readonly issues: readonly (Issues & { readonly file: string })[];
}

/** What is not used in a folder that is laid out as the root folder is, as `path: name`; a file as its path. */
async function findUnused(folder: string): Promise<string[]> {
  const program = join(ROOT, 'node_modules/.bin/knip');
  const args = ['--directory', folder, '--reporter', 'json', '--no-progress', '--no-exit-code'];
  const { stdout } = await promisify(execFile)(program, args, { cwd: ROOT, maxBuffer: 1e9 });
  const { issues }: Report = JSON.parse(stdout);
  return issues.flatMap((issue) =>
    KINDS.flatMap((kind) =>
      issue[kind].map(({ name }) => (name === issue.file ? issue.file : `${issue.file}: ${name}`)),
    ),
  );
}

test(UNUSED_RULE, async () => {
  expect(withoutExceptions(UNUSED_RULE, await findUnused(ROOT))).toEqual({ offenders: [], unneeded: [] });
});

const manifest = (name: string, more: object): string =>
  JSON.stringify({ name, private: true, type: 'module', ...more });

const PLANTED: Readonly<Record<string, string>> = {
  'package.json': manifest('picket', { dependencies: { 'left-over': '1.0.0' } }),
  'pnpm-workspace.yaml': 'packages: [apps/*, packages/*]\n',
  'apps/server/package.json': manifest('@picket/server', { dependencies: { '@picket/domain': 'workspace:*' } }),
  'apps/server/src/main.ts': "import { read } from './read.ts';\nimport '@picket/domain/ages';\nread();\n",
  'apps/server/src/read.ts': 'export const read = () => {};\nexport const write = () => {};\n',
  'apps/server/src/alone.ts': 'export const alone = 1;\n',
  'packages/domain/package.json': manifest('@picket/domain', { exports: { './*': './src/*.ts' } }),
  'packages/domain/src/ages.ts': 'export const age = 1;\nexport type Age = number;\n',
};

test('a deliberate violation of each kind is caught', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-unused-'));
  copyFileSync(join(ROOT, 'knip.jsonc'), join(folder, 'knip.jsonc'));
  for (const [path, text] of Object.entries(PLANTED)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const found = await findUnused(folder);
  rmSync(folder, { recursive: true });
  expect(found.toSorted()).toEqual([
    'apps/server/src/alone.ts',
    'apps/server/src/read.ts: write',
    'package.json: left-over',
    'packages/domain/src/ages.ts: Age',
    'packages/domain/src/ages.ts: age',
  ]);
});
