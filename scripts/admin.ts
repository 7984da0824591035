/** npm run admin -- reset-password|remove-second-factor <e-mail>: for who is locked out, run on the machine itself. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { removeSecondFactorsOf, resetPasswordOf } from '../apps/server/src/capabilities/accounts/index.ts';
import {
  AppError,
  createLog,
  createWake,
  loadKeys,
  openDatabase,
  readConfig,
  systemClock,
} from '../apps/server/src/platform/index.ts';
import { startPostgres } from './lib/postgres.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [command, email] = process.argv.slice(2);
const COMMANDS = ['reset-password', 'remove-second-factor'];
if (!COMMANDS.includes(command ?? '') || email === undefined)
  fail(`usage: npm run admin -- ${COMMANDS.join('|')} <e-mail>`);

/** From the terminal; piped input works as well. */
async function askPassword(): Promise<string> {
  const lines = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: process.stdin.isTTY ?? false,
  });
  const answer = await lines.question('New password: ');
  lines.close();
  return answer;
}

const dataDir = resolve(ROOT, process.env.PICKET_DATA_DIR ?? 'data');
const embedded = process.env.DATABASE_URL
  ? null
  : existsSync(dataDir)
    ? await startPostgres(dataDir)
    : fail(`There is no ${dataDir}.`);
const config = readConfig({
  ...process.env,
  DATABASE_URL: process.env.DATABASE_URL ?? embedded?.url,
  PICKET_DATA_DIR: dataDir,
});
const log = createLog('silent');
const db = openDatabase(config.databaseUrl, log);
const wake = createWake(db, log);
const platform = { config, clock: systemClock, db, keys: loadKeys(dataDir), log, terminal: () => {}, wake };
try {
  if (command === 'remove-second-factor') {
    const count = await removeSecondFactorsOf(platform, email);
    process.stderr.write(
      count === 0
        ? `${email} has no second factor.\n`
        : `${email} signs in with the password alone; set up a new one.\n`,
    );
  } else {
    const count = await resetPasswordOf(platform, email, await askPassword());
    process.stderr.write(
      count === 0
        ? `Nobody signs in as ${email}.\n`
        : `${email} can sign in with the new password; every session was ended.\n`,
    );
    if (count === 0) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.errors[0]?.message ?? error.message}\n`);
  process.exitCode = 1;
} finally {
  await wake.close();
  await db.close();
  if (embedded && !embedded.adopted) embedded.stop();
}
// The embedded database's process is not ours to wait for.
process.exit();
