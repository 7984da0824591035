/**
 * Brings what Picket needs, through the package registry alone: Node and pnpm into .toolchain/, the packages, the generated
 * database client, the built console. Runs on any Node from 20 on, so it is plain JavaScript. What is done already is
 * skipped: each step has a stamp that names what it was made from.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const TOOLCHAIN = join(ROOT, '.toolchain');
const BIN = join(TOOLCHAIN, 'node_modules', '.bin');
const VERSIONS = { node: '26.10.0', pnpm: '12.21.0' };

export const NODE = join(BIN, 'node');
export const environment = () => ({ ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` });

const print = (text) => process.stderr.write(`${text}\n`);

/** Runs a command quietly; shows all it printed when it fails. */
function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`));
    });
  });
}

/** Replaces this process, as far as Node can: same terminal, signals passed on, same exit code. */
export function replaceProcess(command, args, env = environment()) {
  const child = spawn(command, args, { cwd: process.cwd(), env, stdio: 'inherit' });
  // A Ctrl-C reaches the child through the terminal as well; this process only waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  child.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', 'generated'].includes(entry.name))
    .flatMap((entry) => listFiles(join(path, entry.name)));
}

function fingerprint(...paths) {
  const hash = createHash('sha256').update(JSON.stringify(VERSIONS));
  for (const file of paths.flatMap((path) => listFiles(join(ROOT, path))).sort())
    hash.update(relative(ROOT, file)).update(readFileSync(file));
  return hash.digest('hex');
}

/** The folder of a package of this repository, and those of the packages it is made of, as their manifests say. */
export function foldersOf(folder, found = new Set()) {
  found.add(folder);
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies).filter((one) => one.startsWith('@picket/'))) {
    const inner = ['packages', 'apps'].map((kind) => name.replace('@picket', kind));
    const next = inner.find((path) => existsSync(join(ROOT, path)));
    if (next !== undefined && !found.has(next)) foldersOf(next, found);
  }
  return found;
}

async function runStep(name, title, made, { missing = [] } = {}, work) {
  const stamp = join(TOOLCHAIN, 'stamps', name);
  const done = existsSync(stamp) && readFileSync(stamp, 'utf8') === made && missing.every((path) => existsSync(path));
  if (done) return;
  const began = Date.now();
  process.stderr.write(`${title} … `);
  const ticking = setInterval(() => process.stderr.write('. '), 5000);
  try {
    await work();
  } catch (error) {
    print('failed');
    throw error;
  } finally {
    clearInterval(ticking);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, made);
  print(`${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** `console`: also build what the browser gets; `programs`: also what `npm start` leaves running. */
export async function prepare({ console: withConsole = false, programs: withPrograms = false } = {}) {
  const toolchain = JSON.stringify(VERSIONS);
  await runStep('toolchain', 'Bringing Node 26 and pnpm', toolchain, { missing: [NODE] }, async () => {
    mkdirSync(TOOLCHAIN, { recursive: true });
    writeFileSync(join(TOOLCHAIN, 'package.json'), '{ "private": true }\n');
    const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
    const npm = ['install', '--prefix', TOOLCHAIN, '--no-audit', '--no-fund', '--ignore-scripts=false', ...packages];
    await runQuietly('npm', npm, { env: process.env });
    await runQuietly(NODE, ['--version']);
  });
  const manifests = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/package.json`),
  );
  const installed = fingerprint('pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests);
  await runStep('packages', 'Installing packages', installed, { missing: [join(ROOT, 'node_modules')] }, async () => {
    await runQuietly('pnpm', ['install', '--frozen-lockfile']);
  });
  const client = join(ROOT, 'apps/server/src/platform/generated/prisma/client.ts');
  const schema = fingerprint('prisma/schema.prisma', 'prisma.config.ts');
  await runStep('client', 'Generating the database client', schema, { missing: [client] }, async () => {
    // Prisma wants its native schema engine although generating does not use it; any executable satisfies it.
    const env = { ...environment(), PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
    await runQuietly('pnpm', ['exec', 'prisma', 'generate'], { env });
  });
  if (withPrograms) await buildPrograms();
  if (!withConsole) return;
  const sources = fingerprint(
    ...foldersOf('apps/console'),
    // The help.
    'docs/guides',
    'docs/reference',
    'docs/operations.md',
    'docs/scaling.md',
    'CHANGELOG.md',
    'pnpm-lock.yaml',
  );
  const index = join(ROOT, 'apps/console/dist/index.html');
  await runStep('console', 'Building the console', sources, { missing: [index] }, async () => {
    await runQuietly('pnpm', ['--dir', 'apps/console', 'exec', 'vite', 'build']);
  });
}

async function buildPrograms() {
  const sources = fingerprint(
    'apps/server/src',
    'apps/cli/src',
    'packages',
    'prisma/schema.prisma',
    'pnpm-lock.yaml',
    'tools/build-programs.ts',
    'tools/program-plugins.ts',
  );
  const built = ['apps/server/dist/main.mjs', 'apps/cli/dist/serve.mjs', 'apps/cli/dist/start-postgres.mjs'];
  const missing = built.map((path) => join(ROOT, path));
  await runStep('programs', 'Building the server', sources, { missing }, async () => {
    await runQuietly(NODE, ['--disable-warning=ExperimentalWarning', 'tools/build-programs.ts']);
  });
}

/** Ends the process with the error's own words. */
export function exitWithError(error) {
  print(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
