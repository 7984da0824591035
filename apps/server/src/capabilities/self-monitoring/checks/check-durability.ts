/** Checks of the database: its settings and its pages. Each returns what is wrong as a sentence, or null. */
import { formatInstant } from '@picket/domain/time';
import { databaseSafety } from '../../../platform/db/database-safety.ts';
import { checksumFailures, databaseSettings } from '../../../platform/db/database-safety-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { formatCount } from '../format-count.ts';

export async function checkDatabaseSettings({ db }: Platform): Promise<string | null> {
  const { unsafe, weak } = databaseSafety(await databaseSettings(db.console));
  const problems = [...unsafe, ...weak];
  return problems.length === 0 ? null : `The database is not set up for durability: ${problems.join('; ')}`;
}

export async function checkDatabasePages({ db }: Platform): Promise<string | null> {
  const { count, lastAt } = await checksumFailures(db.console);
  if (count === 0) return null;
  const when = lastAt === null ? '' : `, the last on ${formatInstant(lastAt.getTime())}`;
  return `The database met ${formatCount(count, 'damaged page', 'damaged pages')}${when}: run fsck to see where, then restore a backup`;
}
