/**
 * Builds the programs that `npm start` leaves running: the launcher and the server, each a few files of plain JavaScript. Run from
 * their sources they take some 100 MB more: Node keeps the text of thousands of modules, and the program that strips their types.
 * What is imported on demand becomes a file of its own, which is read when it is first needed.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { compilerAsFile, programParts, sourcePaths } from './program-plugins.ts';

const ROOT = join(import.meta.dirname, '..');
const PROGRAMS = [
  { source: 'apps/server/src/main.ts', folder: 'apps/server/dist' },
  { source: 'apps/cli/src/serve.ts', folder: 'apps/cli/dist' },
  { source: 'apps/cli/src/start-postgres.ts', folder: 'apps/cli/dist' },
] as const;
/** Longer than it takes to write the files of a build. */
const BUILD_MS = 60_000;
/** Machine code that is found beside its package, and what a package asks for without having it. */
const EXTERNAL = ['bcrypt', '@resvg/resvg-js', 'pg-native', 'bufferutil', 'utf-8-validate'];

/** One character outside Latin-1 would make the text of the whole file take twice the memory. */
const toAscii = (code: string): string =>
  code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Removes what builds before the last one have made. The files of the last one stay: a server that runs may not have read all of them yet.
 */
function removeOlderBuilds(dir: string, entry: string): void {
  const last = join(dir, entry);
  if (!existsSync(last)) return;
  const { mtimeMs: since } = statSync(last);
  for (const name of readdirSync(dir))
    if (statSync(join(dir, name)).mtimeMs < since - BUILD_MS) rmSync(join(dir, name), { recursive: true });
}

for (const { source, folder } of PROGRAMS) {
  const dir = join(ROOT, folder);
  removeOlderBuilds(dir, `${basename(source, '.ts')}.mjs`);
  const input = join(ROOT, source);
  const parts = new Map<string, string>();
  const build = await rolldown({
    input,
    platform: 'node',
    external: EXTERNAL,
    plugins: [compilerAsFile(input), sourcePaths(dir), programParts(input, parts)],
    // Nobody imports a program.
    preserveEntrySignatures: false,
    logLevel: 'silent',
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    assetFileNames: '[name]-[hash][extname]',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: (id) => parts.get(id) ?? null, tags: ['$initial'] }],
    },
    // Names stay: the log shows them.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    keepNames: true,
    comments: false,
  });
  mkdirSync(dir, { recursive: true });
  for (const file of output)
    writeFileSync(join(dir, file.fileName), file.type === 'chunk' ? toAscii(file.code) : file.source);
  await build.close();
}
