/** What was erased or revoked since, in a database that was restored: as sentences for the operator. */
import { eraseAgain, readConfig } from '@picket/server/commands';
import { openPlatformAt } from '../local-platform.ts';

export interface ErasurePlace {
  /** The data folder with the keys of the restored database. */
  readonly into: string;
  /** The one with the clips. */
  readonly dataDir: string;
  /** The folder of the backups, with the ledger. */
  readonly backups: string;
}

/** Erases in the database at `url`, and returns what was erased. */
export async function eraseAgainIn(url: string, place: ErasurePlace): Promise<readonly string[]> {
  const { platform, close } = await openPlatformAt(url, place.into);
  try {
    const { clips } = readConfig({ ...process.env, DATABASE_URL: url, PICKET_DATA_DIR: place.dataDir });
    const repeated = await eraseAgain({ ...platform, config: { ...platform.config, clips } }, place.backups);
    return [
      `Erased again, as it was since then: ${repeated.users} users, ${repeated.apiTokens} API tokens, ${repeated.clips} clips.`,
      `Nobody is signed in there: ${repeated.sessions} sessions were ended, with unused links. Passwords are those of then.`,
      ...repeated.suspended.map(
        (name) => `${name} was deleted since then and is suspended: delete it again, or reactivate it.`,
      ),
    ];
  } finally {
    await close();
  }
}
