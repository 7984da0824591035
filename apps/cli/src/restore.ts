/**
 * picket restore [<backup>] [--verify] [--replace]: restores a backup, the newest one unless named. With --at <instant> see
 * recovery/restore-at.ts.
 *
 * First it is authenticated: by the keys in the data folder, or those in --keys <keys.json>, or the --fingerprint that was kept of
 * them. --trust-this-backup skips that: the author of the backup then decides what Picket contains, users and passwords included. One that is encrypted needs --identity <file>, as age-keygen writes it.
 *
 * It is restored into a new database first, read again and compared with the manifest, table by table; then the
 * integrity checks are run and the audit logs verified. What was erased since is erased in it. Only then does it take the place of what
 * is there. With --verify it ends before that, and nothing is changed: the embedded database is not written to, a Postgres of its own is.
 * With DATABASE_URL the database must be empty (with --verify: its role may make databases). --replace: what is there is kept under another name.
 */

import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  BackupError,
  checkIntegrity,
  countDataInventory,
  heldClipsFolder,
  identitiesIn,
  listBackups,
  loadKeys,
  newestBackup,
  type OpenedBackup,
  openBackup,
  parseEncryptionKey,
  prepareDatabase,
  readConfig,
  readOwnerDatabaseUrl,
  readStorageConfig,
  restoreBackup,
  restoreFiles,
  restoreHeldClips,
  systemClock,
  type Trust,
  withSnapshot,
} from '@picket/server/commands';
import { withClient } from '@picket/server/database-connections';
import type pg from 'pg';
import { dataFolder, MIGRATIONS } from './folders.ts';
import { findServingProcess, stopUnlessServing } from './launcher/serving-process.ts';
import { RESTORE_OPTIONS } from './picket/command-options.ts';
import { startArchivedPostgres } from './postgres/archived-postgres.ts';
import type { EmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { describeClips } from './recovery/describe-clips.ts';
import { eraseAgainIn } from './recovery/erase-again-in.ts';
import { INTERRUPTED_CODE, onInterruption } from './recovery/interruption.ts';
import { restoreAt } from './recovery/restore-at.ts';
import { dropLeftDatabases, exchangeDatabases, nameBeside } from './recovery/restored-databases-store.ts';
import { startVerificationPostgres, whileVerificationFits } from './recovery/verification-postgres.ts';
import { formatIntegrity } from './terminal/format-integrity.ts';
import { createProgress } from './terminal/progress-bar.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: RESTORE_OPTIONS });
const dataDir = dataFolder();
const isEmbedded = !process.env.DATABASE_URL;
const print = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
/** Its message is shown as it is. */
class Refusal extends Error {}
function fail(message: string): never {
  throw new Refusal(message);
}
/** Before anything was started. */
function exitWith(error: unknown): never {
  print(error instanceof Refusal ? error.message : `Not restored: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

/** The backup asked for: a folder, the name of one where backups lie, or the newest there. */
async function selectBackup(folder: string): Promise<string> {
  const [named] = positionals;
  if (named === undefined) {
    const newest = newestBackup(await listBackups(folder), Date.now());
    if (newest === null) fail(`There is no backup in ${folder}.`);
    return join(folder, newest);
  }
  const path = existsSync(resolve(named)) ? resolve(named) : join(folder, named);
  if (!existsSync(path)) fail(`There is no backup ${named}, nor ${path}.`);
  return path;
}

function readText(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch {
    return fail(`${file} cannot be read.`);
  }
}

/** How the backup is authenticated. */
function selectTrust(): Trust {
  if (values['trust-this-backup']) {
    print('Not authenticated: the author of this backup decides what Picket contains, users and passwords included.');
    return { kind: 'unchecked' };
  }
  if (values.fingerprint !== undefined) return { kind: 'fingerprint', fingerprint: values.fingerprint };
  const file = values.keys ?? join(dataDir, 'keys.json');
  if (values.keys === undefined && !existsSync(file))
    fail(
      'There are no keys here to prove this backup with. Add --fingerprint with the one shown when backups are made, or --keys with a copy of keys.json; without either, --trust-this-backup.',
    );
  const encryptionKey = parseEncryptionKey(readText(file));
  if (encryptionKey === null) fail(`${file} holds no keys.`);
  return { kind: 'keys', encryptionKey };
}

function readIdentities(): readonly string[] {
  if (values.identity === undefined) return [];
  const found = identitiesIn(readText(values.identity));
  if (found.length === 0) fail(`${values.identity} holds no age identity (AGE-SECRET-KEY-…).`);
  return found;
}

async function restoreInstant(at: string): Promise<void> {
  if (!isEmbedded)
    fail(
      '--at is for the embedded database. With a Postgres of your own, deploy/pgbackrest/restore-at.sh restores an instant.',
    );
  const keysFile = resolve(values.keys ?? join(dataDir, 'keys.json'));
  if (!['postgres', 'postgres.json'].some((name) => existsSync(join(dataDir, name))))
    fail(`There is no database in ${dataDir}, nor the copies of postgres.json and keys.json that a lost one needs.`);
  if (values.replace) fail('--replace is for a backup: an instant is restored beside what is there.');
  await restoreAt({ dataDir, keysFile, at, into: values.into, identities: readIdentities(), print });
}

/** The folder of the backup, found before a database is started. */
async function findBackup(): Promise<string> {
  if (values.into !== undefined) fail('--into is for --at.');
  const serving = findServingProcess(dataDir);
  if (!values.verify && isEmbedded && serving !== null)
    fail(
      `Picket runs from ${dataDir} (process ${serving}): stop it first, or add --verify to try the backup beside it.`,
    );
  return await selectBackup(readStorageConfig({ ...process.env, PICKET_DATA_DIR: dataDir }).backup.folder);
}

if (values.at !== undefined) {
  await restoreInstant(values.at).catch(exitWith);
  process.exit();
}
const path = await findBackup().catch(exitWith);
const keysFolder = mkdtempSync(join(tmpdir(), 'picket-restore-'));
const progress = createProgress();
const LACKING = {
  erasures: 'users who were deleted, tokens that were revoked and sessions of then are valid again',
  keys: 'the keys in the data folder are not those of the backup',
  clips: 'clips that a hold keeps may be missing in the store',
} as const;
type Lacking = keyof typeof LACKING;

interface State {
  embedded: EmbeddedPostgres | null;
  /** The database beside the present one, as long as it is there. */
  beside: string | null;
  /** Once rows of the backup are in the database that serves: what is not restored there yet. */
  lacking: readonly Lacking[];
}
const state: State = { embedded: null, beside: null, lacking: [] };
const interruption = onInterruption(async () => {
  progress.end(describeEnd('it was interrupted'));
  await cleanUp();
  process.exit(INTERRUPTED_CODE);
});
const startEmbedded = async (): Promise<void> => {
  state.embedded = await (values.verify ? startVerificationPostgres(dataDir, path) : startArchivedPostgres(dataDir));
};
if (isEmbedded)
  await interruption.whole(startEmbedded).catch((error: unknown) => {
    rmSync(keysFolder, { recursive: true, force: true });
    exitWith(error);
  });
const { embedded } = state;
const config = readConfig({
  ...process.env,
  DATABASE_URL: embedded?.url ?? process.env.DATABASE_URL,
  PICKET_DATA_DIR: dataDir,
});
/** With their passwords, wherever those stand. */
const { databaseUrl } = config;
const ownerUrl = embedded?.ownerUrl ?? readOwnerDatabaseUrl(process.env);
const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/gu, '').toLowerCase();

/** `address` of another database on the same server. */
const urlOf = (address: string, database: string | null): string =>
  database === null ? address : Object.assign(new URL(address), { pathname: `/${database}` }).href;

const adminUrlOf = (database: string | null): string => urlOf(embedded?.adminUrl ?? ownerUrl ?? databaseUrl, database);

const asAdmin = <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  withClient(adminUrlOf(null), 'script', work);

/** How it ended before it was done. */
function describeEnd(why: string): string {
  const { lacking } = state;
  if (lacking.length === 0) return `Not restored: ${why}`;
  const again = `restore once more, ${isEmbedded ? 'with --replace' : 'into an empty database'}`;
  return [
    `The database was restored, but not all of it is done: ${why}`,
    ...lacking.map((what) => `  ${LACKING[what]}`),
    lacking.includes('keys') ? `Do not start Picket: ${again}.` : `To bring them back, ${again}.`,
  ].join('\n');
}

/** Removes what only this command needs. A Postgres that was there before, or that a server works with by now, runs on. */
async function cleanUp(): Promise<void> {
  const { beside } = state;
  rmSync(keysFolder, { recursive: true, force: true });
  if (beside !== null)
    await asAdmin((client) => client.query(`DROP DATABASE IF EXISTS "${beside}" WITH (FORCE)`)).catch((error: Error) =>
      print(`The database ${beside} was not dropped: ${error.message}`),
    );
  state.beside = null;
  if (state.embedded !== null) stopUnlessServing(state.embedded);
}

/** Restores into a database (null: the configured one) and checks it; returns whether all checks passed. */
async function restoreInto(backup: OpenedBackup, database: string | null): Promise<boolean> {
  const url = urlOf(databaseUrl, database);
  const owner = ownerUrl === null ? null : urlOf(ownerUrl, database);
  const manifest = await restoreBackup({
    connectionString: owner ?? url,
    backup,
    migrations: MIGRATIONS,
    onProgress: (step, { rows, ofRows, table }) => {
      // They are committed.
      if (step === 'checking' && database === null && state.lacking.length === 0)
        state.lacking = ['erasures', 'keys', 'clips'];
      const half = rows / Math.max(1, ofRows) / 2;
      progress.show(step === 'restoring' ? half : 0.5 + half, `${step} ${table}`);
    },
  });
  const { rowSecurity, tenantRole } = config;
  const onUnlimited = (reason: string): void => print(`Row-level security is not in force: ${reason}`);
  await prepareDatabase(
    { serving: url, owner, tenantRole, ...(rowSecurity === 'auto' ? { onUnlimited } : {}) },
    MIGRATIONS,
  );
  await restoreFiles(backup, keysFolder);
  const erased = values.verify
    ? []
    : await eraseAgainIn(url, { into: keysFolder, dataDir, backups: config.backup.folder });
  state.lacking = state.lacking.filter((what) => what !== 'erasures');
  const copy = { config: { ...config, databaseUrl: url, dataDir: keysFolder }, keys: loadKeys(keysFolder) };
  const report = await checkIntegrity(copy, ({ done, of, checking }) => progress.show(done / of, checking));
  const inventory = await withSnapshot(url, countDataInventory);
  progress.end(`Made ${manifest.madeAt} by Picket ${manifest.version}; every table is as it was then.`);
  const counted = (count: number, what: string): string => `${count.toLocaleString('en')} ${what}`;
  print(
    [
      counted(inventory.tenants, 'organizations'),
      counted(inventory.locations, 'locations'),
      counted(inventory.sentries, 'sentries'),
      `${counted(inventory.alerts, 'alerts')} (${inventory.openAlerts.toLocaleString('en')} open)`,
      `${counted(inventory.readings, 'readings')}${inventory.newestReading === null ? '' : `, the newest of ${inventory.newestReading.toISOString()}`}`,
      counted(inventory.auditEntries, 'entries of the audit logs'),
    ].join('\n'),
  );
  print(formatIntegrity(report));
  for (const line of erased) print(line);
  return report.violations.length === 0;
}

/** Rows are back, and the clips that a hold keeps; of the others the store has what it had. */
async function restoreClips(backup: string): Promise<void> {
  const copies = heldClipsFolder(dirname(backup));
  const found = await restoreHeldClips({ config: { ...config, databaseUrl }, clock: systemClock }, copies);
  for (const line of describeClips(found, copies)) print(line);
}

const isUsed = (url: string): Promise<boolean> =>
  withClient(url, 'script', async (client) => {
    const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('public.tenant') IS NOT NULL AS there`);
    if (rows[0]?.there !== true) return false;
    return ((await client.query('SELECT 1 FROM tenant LIMIT 1')).rowCount ?? 0) > 0;
  });

/** Restored, it takes the place of what is there, and brings its keys with it. */
async function putInPlace(backup: OpenedBackup): Promise<void> {
  const { beside } = state;
  if (beside !== null) {
    const names = { present: 'picket', beside, kept: `picket_before_${stamp}` };
    await asAdmin((client) => exchangeDatabases(client, names));
    state.beside = null;
    state.lacking = ['keys', 'clips'];
    if (values.replace) print(`What was there is kept as database ${names.kept}.`);
  }
  const restored = new Set(backup.manifest.files.map(({ name }) => name));
  for (const name of ['keys.json', 'audit-anchors.jsonl', 'audit-anchors.id']) {
    const file = join(dataDir, name);
    // What is replaced stays in its place until then: a server that starts without keys makes new ones.
    if (existsSync(file)) (restored.has(name) ? copyFileSync : renameSync)(file, `${file}.before-${stamp}`);
  }
  await restoreFiles(backup, dataDir);
  state.lacking = ['clips'];
}

async function makeBeside(): Promise<string> {
  const name = nameBeside(stamp);
  await asAdmin((client) => client.query(`CREATE DATABASE "${name}"${isEmbedded ? ' OWNER picket_owner' : ''}`));
  state.beside = name;
  return name;
}

try {
  print(`${values.verify ? 'Verifying' : 'Restoring'} ${path}`);
  for (const name of await asAdmin(dropLeftDatabases))
    print(`The database ${name}, which an interrupted restore left, was dropped.`);
  const backup = await openBackup({ path, trust: selectTrust(), identities: readIdentities() });
  if (!values.verify && isEmbedded && !values.replace && (await isUsed(databaseUrl)))
    fail(`There is data in ${dataDir} already. Add --replace to put the backup in its place; what is there is kept.`);
  const database = isEmbedded || values.verify ? await interruption.whole(makeBeside) : null;
  const room = values.verify && isEmbedded ? dataDir : null;
  const restore = () => whileVerificationFits(room, restoreInto(backup, database));
  // A session of its own: without one, another command would take the database for left behind.
  const isGood = await (database === null ? restore() : withClient(adminUrlOf(database), 'script', restore));
  if (values.verify) {
    print(
      isGood ? 'The backup is good.' : 'The backup is what was stored, but the stored data violates integrity checks.',
    );
    if (!isGood) process.exitCode = 1;
  } else {
    await interruption.whole(() => putInPlace(backup));
    await restoreClips(path);
    print('Restored. Start Picket.');
  }
} catch (error) {
  if (interruption.isLeaving()) await new Promise<never>(() => {});
  progress.end(
    error instanceof Refusal
      ? error.message
      : describeEnd(error instanceof BackupError ? `${error.message}.` : String(error)),
  );
  process.exitCode = 1;
}
await cleanUp();
// The embedded database's process is not ours to wait for.
process.exit();
