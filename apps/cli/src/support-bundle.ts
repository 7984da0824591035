/**
 * picket support-bundle [<file.tar.gz> | -]: what somebody who helps needs to know of this installation, in one file: versions, settings
 * without their secrets, health, the last errors, migrations, sizes. It is made whatever is broken, and says what it does not have.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { dataFolder } from './folders.ts';
import { stopUnlessServing } from './launcher/serving-process.ts';
import { startArchivedPostgres } from './postgres/archived-postgres.ts';
import type { EmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { collectBundle } from './support/bundle-parts.ts';

const LIMIT_MS = 30_000;

const madeAt = new Date();
const stamp = madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '');
const folder = `picket-support-${stamp}`;
const [target = `${folder}.tar.gz`] = process.argv.slice(2);
const dataDir = dataFolder();
/** What was opened for it. */
const opened: EmbeddedPostgres[] = [];

/** The configured database, else the embedded one where there is one: nothing is created here. */
async function openDatabase(): Promise<string> {
  const { DATABASE_URL: url = '', PICKET_DATABASE_PASSWORD_FILE: file = '' } = process.env;
  if (url !== '') {
    const { readConfig } = await import('@picket/server/commands');
    return file === '' ? url : readConfig(process.env).databaseUrl;
  }
  if (!existsSync(join(dataDir, 'postgres'))) throw new Error('there is no database in the data folder');
  const embedded = await startArchivedPostgres(dataDir);
  opened.push(embedded);
  return embedded.url;
}

const source = { environment: process.env, dataDir, madeAt, openDatabase, limitMs: LIMIT_MS };
const { files, problems } = await collectBundle(source);
for (const embedded of opened) stopUnlessServing(embedded);
const archive = createTar(files.map(({ name, data }) => ({ name: `${folder}/${name}`, data })));
// An archive ends with two empty blocks; the library writes one, which tar remarks on.
const compressed = gzipSync(Buffer.concat([archive, Buffer.alloc(512)]));
try {
  if (target === '-') process.stdout.write(compressed);
  else writeFileSync(resolve(target), compressed, { mode: 0o600 });
} catch (error) {
  process.stderr.write(
    `${resolve(target)} cannot be written (${error instanceof Error ? error.message : error}). Name another file, or - for the standard output.\n`,
  );
  process.exit(1);
}
for (const { file, reason } of problems) process.stderr.write(`Without ${file}: ${reason}\n`);
process.stderr.write(
  `${target === '-' ? 'Written' : resolve(target)}: ${files.map(({ name }) => name).join(', ')}\nSettings are shown without secrets. Read it before you pass it on.\n`,
);
// The embedded database's process is not ours to wait for.
process.exit();
