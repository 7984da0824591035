/** Checks at start that the database keeps what Picket acknowledges. */
import { ConfigError } from '../platform/config/config.ts';
import { databaseSafety } from '../platform/db/database-safety.ts';
import { databaseSettings } from '../platform/db/database-safety-store.ts';
import type { Platform } from '../platform/platform.ts';
import { reasonOf } from './start-failure.ts';

/**
 * Throws a ConfigError when the database cannot be reached, or its settings can lose acknowledged readings and PICKET_UNSAFE_DATABASE is off;
 * logs settings that hide damage, which a system alert repeats.
 */
export async function checkDatabase({ db, log, config }: Pick<Platform, 'db' | 'log' | 'config'>): Promise<void> {
  const { unsafe, weak } = databaseSafety(
    await databaseSettings(db.console).catch((error: unknown) => {
      throw new ConfigError(`DATABASE_URL: the database does not answer: ${reasonOf(error)}`);
    }),
  );
  if (unsafe.length > 0 && !config.acceptsUnsafeDatabase)
    throw new ConfigError(
      `the database does not keep what it acknowledges: ${unsafe.join('; ')} (PICKET_UNSAFE_DATABASE=true starts anyway)`,
    );
  for (const sentence of [...unsafe, ...weak])
    log.warn({ setting: sentence }, 'the database is not set up for durability');
}
