import { type AddRoute, AppError, isUnreachable, type Platform } from '../../platform/index.ts';
import { readVersion } from './version.ts';

export function operationsRoutes(add: AddRoute, platform: Platform): void {
  add('GET /health', async () => {
    try {
      await platform.db.console.query('SELECT 1');
    } catch (cause) {
      // Whatever is wrong with the database, the service cannot be used.
      throw new AppError('busy', { retryAfterSeconds: isUnreachable(cause) ? 5 : 30, cause });
    }
  });
  const version = readVersion(platform.config);
  add('GET /version', () => version);
  add('GET /downtime', () => {
    const { downtime } = platform.config;
    return downtime === null ? [] : [{ _isDowntime: true, ...downtime }];
  });
}
