/** The database and keys of this machine's Picket, for commands on the machine, whether the server runs or not. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkKeys,
  createLog,
  createPubSub,
  isMigrated,
  limitedRoleOf,
  loadKeys,
  openDatabase,
  openInstallationSettings,
  type Platform,
  readConfig,
  readOwnerDatabaseUrl,
  systemClock,
} from '@picket/server/commands';
import { dataFolder, MIGRATIONS } from './folders.ts';
import { stopUnlessServing } from './launcher/serving-process.ts';
import { startArchivedPostgres } from './postgres/archived-postgres.ts';

export interface LocalPlatform {
  readonly platform: Platform;
  /** Stops what was started for it; a database that ran before, or that a server works with by now, runs on. */
  close(): Promise<void>;
}

/** New keys would be made there: passwords would be stored under them, which nobody could sign in with. */
const noKeysIn = (dataDir: string): string =>
  `There is no keys.json of this database in ${dataDir}: set PICKET_DATA_DIR to the data folder of its server, or copy keys.json from there.`;

/** Throws an Error with a message for the terminal where there is none, one of an earlier version, or one of other keys. */
export async function openLocalPlatform(logLevel: 'silent' | 'error'): Promise<LocalPlatform> {
  const dataDir = dataFolder();
  const isEmbedded = !process.env.DATABASE_URL;
  if (isEmbedded && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no database in ${dataDir}: start Picket first.`);
  const embedded = isEmbedded ? await startArchivedPostgres(dataDir) : null;
  const stop = (): void => {
    if (embedded !== null) stopUnlessServing(embedded);
  };
  try {
    const url = embedded?.url ?? process.env.DATABASE_URL;
    const { databaseUrl } = readConfig({ ...process.env, DATABASE_URL: url, PICKET_DATA_DIR: dataDir });
    if (!(await isMigrated(embedded?.ownerUrl ?? readOwnerDatabaseUrl(process.env) ?? databaseUrl, MIGRATIONS)))
      throw new Error('The database is not of this version of Picket: start Picket first, which upgrades it.');
    if (!existsSync(join(dataDir, 'keys.json'))) throw new Error(noKeysIn(dataDir));
    const { platform, close } = await openPlatformAt(databaseUrl, dataDir, logLevel);
    await checkKeys(platform);
    return {
      platform,
      close: async () => {
        await close();
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** A database that runs, with the keys of a folder. Work for one organization is limited as it is in the server. */
export async function openPlatformAt(
  databaseUrl: string,
  dataDir: string,
  logLevel: 'silent' | 'error' | 'warn' = 'error',
): Promise<LocalPlatform> {
  const read = readConfig({ ...process.env, DATABASE_URL: databaseUrl, PICKET_DATA_DIR: dataDir });
  const config = { ...read, tenantRole: await limitedRoleOf(read) };
  const log = createLog(logLevel);
  const db = openDatabase(config.databaseUrl, log, { tenantRole: config.tenantRole });
  const pubSub = createPubSub(db, log);
  const keys = loadKeys(dataDir);
  const settings = openInstallationSettings({ config, db, keys, log, pubSub });
  return {
    platform: { config, clock: systemClock, db, keys, log, terminal: () => {}, pubSub, settings },
    close: async () => {
      await pubSub.close();
      await db.close();
    },
  };
}
