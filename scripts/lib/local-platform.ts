/** The database and keys of this machine's Picket, for commands on the machine, whether the server runs or not. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { loadKeys } from '../../apps/server/src/platform/keys/keys.ts';
import { createLog } from '../../apps/server/src/platform/logging/log.ts';
import type { Platform } from '../../apps/server/src/platform/platform.ts';
import { createPubSub } from '../../apps/server/src/platform/pubsub/pub-sub.ts';
import { startPostgres } from './postgres.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface LocalPlatform {
  readonly platform: Platform;
  /** Stops what was started for it; a database that ran before runs on. */
  close(): Promise<void>;
}

/** Throws an Error with a message for the terminal where there is none. */
export async function openLocalPlatform(logLevel: 'silent' | 'error'): Promise<LocalPlatform> {
  const dataDir = resolve(ROOT, process.env.PICKET_DATA_DIR ?? 'data');
  const isEmbedded = !process.env.DATABASE_URL;
  if (isEmbedded && !existsSync(dataDir)) throw new Error(`There is no ${dataDir}: start Picket first.`);
  const embedded = isEmbedded ? await startPostgres(dataDir) : null;
  const { platform, close } = openPlatformAt(embedded?.url ?? process.env.DATABASE_URL ?? '', dataDir, logLevel);
  return {
    platform,
    close: async () => {
      await close();
      if (embedded && !embedded.adopted) embedded.stop();
    },
  };
}

/** A database that runs, with the keys of a folder. */
export function openPlatformAt(
  databaseUrl: string,
  dataDir: string,
  logLevel: 'silent' | 'error' = 'error',
): LocalPlatform {
  const config = readConfig({ ...process.env, DATABASE_URL: databaseUrl, PICKET_DATA_DIR: dataDir });
  const log = createLog(logLevel);
  const db = openDatabase(config.databaseUrl, log);
  const pubSub = createPubSub(db, log);
  return {
    platform: { config, clock: systemClock, db, keys: loadKeys(dataDir), log, terminal: () => {}, pubSub },
    close: async () => {
      await pubSub.close();
      await db.close();
    },
  };
}
