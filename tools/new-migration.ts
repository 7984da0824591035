/**
 * npm run migration -- <name>: writes prisma/migrations/<time>_<name>/migration.sql, taking the committed schema.prisma to
 * the one in the working tree. Read it before you commit it: what the schema cannot say (partitions, partial indexes,
 * moving data) is added by hand.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@picket/cli/postgres';
import { diffToSchema } from './schema-diff.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/u.test(name)) {
  console.error('usage: npm run migration -- <name>, in small letters, digits and underscores');
  process.exit(1);
}

const postgres = await startPostgres(join(root, 'data'));
try {
  const before = execFileSync('git', ['show', 'HEAD:prisma/schema.prisma'], { cwd: root, encoding: 'utf8' });
  const sql = await diffToSchema(postgres.ownerUrl, before);
  if (sql === '') console.log('prisma/schema.prisma is as it was committed: nothing to write.');
  else {
    const time = new Date().toISOString().replace(/\D/gu, '').slice(0, 14);
    const folder = join(root, 'prisma/migrations', `${time}_${name}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'migration.sql'), sql);
    console.log(`Wrote ${folder}/migration.sql`);
  }
} finally {
  if (!postgres.adopted) postgres.stop();
}
process.exit(0);
