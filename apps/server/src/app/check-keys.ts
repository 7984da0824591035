/** Checks at start that the keys file is the one of the database: every server needs the same, and so does a restored database. */
import { join } from 'node:path';
import { fingerprintOf, isSameFingerprint } from '../platform/backup/authenticity.ts';
import { ConfigError } from '../platform/config/config.ts';
import type { Platform } from '../platform/platform.ts';
import { keepFingerprint } from '../platform/settings/setting-store.ts';

/**
 * The first start stores the fingerprint of the keys. Throws a ConfigError where other keys are in the data folder: passwords would not
 * match, settings could not be decrypted, and audit logs would count as changed. A restore brings rows and keys of one backup.
 */
export async function checkKeys({ db, keys, config }: Pick<Platform, 'db' | 'keys' | 'config'>): Promise<void> {
  const own = fingerprintOf(keys.encryption);
  const kept = await keepFingerprint(db.console, own);
  if (isSameFingerprint(own, kept)) return;
  throw new ConfigError(
    `${join(config.dataDir, 'keys.json')} is not the keys file of this database (fingerprint ${own}, not ${kept}): copy keys.json of the other server or of a backup there`,
  );
}
