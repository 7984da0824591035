/**
 * npm run bench:sign-in [pairs]: whether response times reveal if an account exists. Interleaved pairs of calls, one for
 * an address with an account and one for an address without; AUC 0.5 means that their times do not differ.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@picket/cli/postgres';
import { encodePassword } from '@picket/contracts/client';
import { buildServer } from '@picket/server/benchmarks';
import {
  createAdministrator,
  createLog,
  createPubSub,
  loadKeys,
  openDatabase,
  openInstallationSettings,
  prepareDatabase,
  provisionTenant,
  readConfig,
  systemClock,
} from '@picket/server/commands';

const PAIRS = Number(process.argv[2] ?? 100);
const PASSWORD = 'seven quiet rooms at night';
const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
const postgres = await startPostgres(folder);
await prepareDatabase(
  { serving: postgres.url, owner: postgres.ownerUrl },
  join(import.meta.dirname, '../prisma/migrations'),
);
const config = readConfig({
  DATABASE_URL: postgres.url,
  PICKET_DATA_DIR: folder,
  PICKET_SIGN_IN_RATE_LIMIT: '1000000',
});
const log = createLog('silent');
const db = openDatabase(config.databaseUrl, log);
const pubSub = createPubSub(db, log);
const keys = loadKeys(folder);
const settings = openInstallationSettings({ config, db, keys, log, pubSub });
const platform = { config, clock: systemClock, db, keys, log, terminal: () => {}, pubSub, settings };
const { app } = await buildServer(platform);
for (const name of ['One', 'Two']) {
  const tenant = await provisionTenant(platform, { name });
  await createAdministrator(platform, tenant, { email: 'both@picket.example', password: PASSWORD });
  if (name === 'One') await createAdministrator(platform, tenant, { email: 'one@picket.example', password: PASSWORD });
}

async function time(path: string, payload: object): Promise<number> {
  // The counts of earlier pairs would hold the later ones off.
  await db.console.query('DELETE FROM attempt_count');
  const before = performance.now();
  await app.inject({ method: 'POST', url: `/api/v1${path}`, payload });
  return performance.now() - before;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** How often a time of `a` is longer than one of `b`: 0.5 when they come from the same. */
function auc(a: readonly number[], b: readonly number[]): number {
  let longer = 0;
  for (const x of a) for (const y of b) longer += x > y ? 1 : x === y ? 0.5 : 0;
  return longer / (a.length * b.length);
}

async function compare(title: string, path: string, pairs: number, body: (address: string) => object, known: string) {
  const [there, absent]: [number[], number[]] = [[], []];
  for (let i = 0; i < pairs + 5; i++) {
    const order = i % 2 === 0 ? [known, 'nobody@picket.example'] : ['nobody@picket.example', known];
    for (const address of order) {
      const ms = await time(path, body(address));
      // The first ones warm up.
      if (i >= 5) (address === known ? there : absent).push(ms);
    }
  }
  const [a, b] = [median(there), median(absent)];
  console.log(
    `${title}: with an account ${a.toFixed(2)} ms, without ${b.toFixed(2)} ms (${pairs} pairs), ` +
      `difference ${(a - b).toFixed(2)} ms, AUC ${auc(there, absent).toFixed(3)}`,
  );
}

const login = (username: string) => ({ username, password: encodePassword('not the right password') });
const forgot = (email: string) => ({ email });
await compare('sign-in, one organization ', '/auth/login', PAIRS, login, 'one@picket.example');
await compare('sign-in, two organizations', '/auth/login', PAIRS, login, 'both@picket.example');
await compare('forgotten password        ', '/auth/forgot-password', PAIRS * 10, forgot, 'one@picket.example');

await app.close();
await pubSub.close();
await db.close();
postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
