/** Checks of the database: its settings and its pages. Each returns what is wrong, or null. */
import { type Problem, problemOf } from '@picket/domain/problems';
import { databaseSafety } from '../../../platform/db/database-safety.ts';
import { checksumFailures, databaseSettings } from '../../../platform/db/database-safety-store.ts';
import type { Platform } from '../../../platform/platform.ts';

export async function checkDatabaseSettings({ db }: Platform): Promise<Problem | null> {
  const { settings } = databaseSafety(await databaseSettings(db.console));
  return settings.length === 0 ? null : problemOf('DATABASE_SETTINGS', { settings: settings.join('; ') });
}

export async function checkDatabasePages({ db }: Platform): Promise<Problem | null> {
  const { count: pages, lastAt } = await checksumFailures(db.console);
  if (pages === 0) return null;
  return lastAt === null
    ? problemOf('DAMAGED_PAGES', { pages })
    : problemOf('DAMAGED_PAGES_LATELY', { pages, lastAt: lastAt.getTime() });
}
