import { type AddRoute, AppError, contextOf, isUnreachable, type Platform } from '../../platform/index.ts';
import { announcementSeen, announcementsFor, giveFeedback } from './news.ts';
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
  add('POST /uilog', ({ body, request }) => {
    request.log.error({ msg: 'the console crashed', crash: body.msg, agent: request.headers['user-agent'] });
  });
  add('POST /feedback', ({ actor, body }) => giveFeedback(contextOf(platform, actor), body));
  add('GET /announcements', ({ actor, query }) => announcementsFor(contextOf(platform, actor), query));
  add('POST /announcements/{id}/seen', ({ actor, params }) => announcementSeen(contextOf(platform, actor), params.id));
  const version = readVersion(platform.config);
  add('GET /version', () => version);
  add('GET /downtime', () => {
    const { downtime } = platform.config;
    return downtime === null ? [] : [{ _isDowntime: true, ...downtime }];
  });
}
