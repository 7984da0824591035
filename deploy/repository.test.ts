/** What stands in several files of the repository is the same in each: versions, and the commands that workflows and the container call. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { SUBCOMMANDS } from '../apps/cli/src/picket/subcommands.ts';
import { foldersOf } from '../scripts/lib/prepare.mjs';
import { imagesIn, listImageFiles } from '../tools/image-digests.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest = z
  .object({
    version: z.string(),
    packageManager: z.string(),
    license: z.string(),
    scripts: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

test('Node and pnpm have one version', () => {
  const versions = /VERSIONS = \{ node: '(?<node>[\d.]+)', pnpm: '(?<pnpm>[\d.]+)' \}/u.exec(
    read('scripts/lib/prepare.mjs'),
  );
  const { node = '', pnpm = '' } = versions?.groups ?? {};
  expect(read('.nvmrc').trim()).toBe(node);
  expect(manifest.packageManager).toBe(`pnpm@${pnpm}`);
  expect(read('Dockerfile')).toContain(`npm install --global pnpm@${pnpm}\n`);
  for (const [, major] of read('Dockerfile').matchAll(/FROM node:(\d+)/gu)) expect(major).toBe(node.split('.')[0]);
});

test('the published client has the version of the release', () => {
  expect(JSON.parse(read('packages/client/package.json'))).toMatchObject({ version: manifest.version });
});

const Dependencies = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
  dependencies: Dependencies,
  devDependencies: Dependencies,
  optionalDependencies: Dependencies,
});

test('every package is pinned to one version', () => {
  const ranges = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: ROOT })].flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies } = Manifest.parse(JSON.parse(read(path)));
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^(\d|workspace:|catalog:)/u.test(version))
      .map(([name, version]) => `${path}: ${name} ${version}`);
  });
  expect(ranges).toEqual([]);
});

/** As Dependabot sorts them: what builds an image, and what starts one. */
const ecosystemOf = (path: string): string => (path.endsWith('Dockerfile') ? 'docker' : 'docker-compose');

test('every file that names a public image is followed, by npm run pin-images and by Dependabot', () => {
  const naming = execFileSync('git', ['ls-files', '--', '*.yml', '*.yaml', '*Dockerfile*'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((path) => /^(?:\s*(?:- )?image:\s*|FROM )\S+:\S+/mu.test(read(path)));
  expect(listImageFiles(ROOT)).toEqual(expect.arrayContaining(naming));
  const { updates } = z
    .object({
      updates: z.array(
        z.object({
          'package-ecosystem': z.string(),
          directory: z.string().optional(),
          directories: z.array(z.string()).default([]),
        }),
      ),
    })
    .parse(parse(read('.github/dependabot.yml')));
  const followed = updates.flatMap(({ 'package-ecosystem': ecosystem, directory, directories }) =>
    [...directories, ...(directory === undefined ? [] : [directory])].map((folder) => `${ecosystem} ${folder}`),
  );
  const named = listImageFiles(ROOT).filter((path) => imagesIn(path, read(path)).length > 0);
  expect(named).toEqual(expect.arrayContaining(naming));
  for (const path of named) expect(followed).toContain(`${ecosystemOf(path)} ${join('/', dirname(path))}`);
});

test('the console is built again after a change of a package that it is made of', () => {
  expect([...foldersOf('apps/console')]).toEqual(
    expect.arrayContaining([
      'apps/console',
      ...['contracts', 'devices', 'domain', 'i18n'].map((name) => `packages/${name}`),
    ]),
  );
});

test('what a visitor of the repository looks for is there', () => {
  for (const path of [
    ...['LICENSE', 'NOTICE', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'CHANGELOG.md', '.editorconfig'],
    ...['.devcontainer/devcontainer.json', '.github/dependabot.yml', '.github/pull_request_template.md'],
    ...['.github/ISSUE_TEMPLATE/bug.yml', '.github/ISSUE_TEMPLATE/feature.yml'],
  ])
    expect(existsSync(join(ROOT, path)), path).toBe(true);
  expect(manifest.license).toBe('Apache-2.0');
  expect(read('LICENSE')).toMatch(/Apache License\s+Version 2\.0/u);
});

const Workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: z.array(z.looseObject({ run: z.string().optional() })) })),
});

test('workflows call commands that exist, as the documents write them', () => {
  const commands = globSync('.github/workflows/*.yml', { cwd: ROOT })
    .flatMap((path) => Object.values(Workflow.parse(parse(read(path))).jobs))
    .flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands).toEqual(
    expect.arrayContaining(['npm run check', 'npm test', 'npm run test:deep', 'docker compose up -d']),
  );
  for (const command of commands) {
    const [, script] = /^npm (?:run )?(\S+)/u.exec(command) ?? [];
    if (script !== undefined) expect(Object.keys(manifest.scripts), command).toContain(script);
    const [, name] = /\bserver picket (\S+)/u.exec(command) ?? [];
    if (name !== undefined) expect(SUBCOMMANDS.map((one) => one.name)).toContain(name);
  }
});

test('the command stands on the PATH of the image, and in the checkout', () => {
  expect(read('Dockerfile')).toContain('COPY --chmod=755 deploy/picket.sh /usr/local/bin/picket\n');
  for (const path of ['picket', 'deploy/picket.sh']) expect(read(path), path).toContain('apps/cli/src/picket.ts "$@"');
});

test('Prometheus and Grafana are configured by files alone', () => {
  const source = z
    .object({
      datasources: z.array(z.object({ name: z.string(), type: z.string(), url: z.string(), isDefault: z.boolean() })),
    })
    .parse(parse(read('deploy/grafana/source.yml')));
  expect(source.datasources).toEqual([
    { name: 'Prometheus', type: 'prometheus', url: 'http://prometheus:9090', isDefault: true },
  ]);
  // The token is made with the other secrets; the dashboard names no source, so that it takes the one above.
  expect(read('deploy/prometheus/prometheus.yml')).toContain('credentials_file: /secrets/metrics-token');
  expect(read('docker-compose.yml')).toContain('secrets-prometheus:/secrets:ro');
  expect(read('deploy/grafana/picket.json')).not.toMatch(/"uid": "(?!picket)[^"$]+"/u);
});
