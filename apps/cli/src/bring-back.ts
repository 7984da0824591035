/**
 * picket bring-back <organization> --from <data folder | postgres://…>, or --policy <policy>: what was deleted or edited by mistake, from a
 * database that was restored to an instant before (picket restore --at), into the present one. All of it, or nothing.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BringBackError } from '@picket/server/commands';
import { findRequest } from './bring-back/bring-back-request.ts';
import { stopUnlessServing } from './launcher/serving-process.ts';
import { openLocalPlatform } from './local-platform.ts';
import { BRING_BACK_OPTIONS } from './picket/command-options.ts';
import { type EmbeddedPostgres, PostgresError, startPostgres } from './postgres/embedded-postgres.ts';
import { createProgress } from './terminal/progress-bar.ts';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: BRING_BACK_OPTIONS });
const request = findRequest(positionals[0], values);
if (typeof request === 'string') fail(request);
const from = values.from ?? fail('Add --from with the restored data folder, or the address of the restored database.');
const isAddress = /^postgres(?:ql)?:\/\//u.test(from);
if (!isAddress && !existsSync(join(resolve(from), 'postgres'))) fail(`There is no database in ${resolve(from)}.`);
const progress = createProgress();
let restored: EmbeddedPostgres | null = null;
const { platform, close } = await openLocalPlatform('error').catch((error: Error) => fail(error.message));
try {
  restored = isAddress ? null : await startPostgres(resolve(from), null, { archive_mode: 'off' });
  const text = await request(platform, restored?.url ?? from, (table, share) => progress.show(share, table));
  progress.end(text);
} catch (error) {
  const isExpected = error instanceof BringBackError || error instanceof PostgresError;
  progress.end(`Nothing was brought back: ${isExpected ? error.message : error}.`);
  process.exitCode = 1;
} finally {
  if (restored !== null) stopUnlessServing(restored);
  await close();
}
// The embedded database's process is not ours to wait for.
process.exit();
