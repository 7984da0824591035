/** npm run admin -- reset-password <e-mail>: for who is locked out, run on the machine itself. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { passwordProblem } from '@picket/domain';
import {
  deleteSessionsOfUser,
  findUsersByEmailAllTenants,
  hashPassword,
  updateUser,
} from '../apps/server/src/capabilities/accounts/index.ts';
import { createLog, loadKeys, openDatabase, readConfig } from '../apps/server/src/platform/index.ts';
import { startPostgres } from './lib/postgres.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [command, email] = process.argv.slice(2);
if (command !== 'reset-password' || email === undefined) fail('usage: npm run admin -- reset-password <e-mail>');

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
const db = openDatabase(config.databaseUrl, createLog('silent'));
try {
  const users = await findUsersByEmailAllTenants(db.prisma, email.toLowerCase());
  if (users.length === 0) fail(`Nobody signs in as ${email}.`);
  const password = await askPassword();
  const problem = passwordProblem(password, [email]);
  if (problem !== null) fail(problem);
  const passwordHash = await hashPassword(loadKeys(dataDir), password);
  for (const user of users) {
    await updateUser(db.prisma, user.guid, { passwordHash, lastUpdateTs: new Date() });
    await deleteSessionsOfUser(db.prisma, user.guid);
  }
  process.stderr.write(`${email} can sign in with the new password; every session was ended.\n`);
} finally {
  await db.close();
  if (embedded && !embedded.adopted) embedded.stop();
}
