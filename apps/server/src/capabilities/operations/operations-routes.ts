import { type AddRoute, contextOf, type Platform, redactLinks, showsMetricsToken } from '../../platform/index.ts';
import { announceDowntime, createNotices, endDowntime, listDowntimes } from './downtimes.ts';
import { announcementSeen, announcementsFor, giveFeedback, listFeedback, publish, takeBack } from './news.ts';
import { deleteOrganisation, exportMyself, exportOrganisation } from './organisation-data.ts';
import { beginBackup, type OperationsPorts, operationsOf } from './run-operations.ts';
import { fleetOf, usageOf } from './usage.ts';
import { readVersion } from './version.ts';

export function operationsRoutes(add: AddRoute, platform: Platform, ports: OperationsPorts): void {
  add('GET /health', ({ request }) => {
    const isOperator = showsMetricsToken(request, platform.config.metricsToken) === true;
    return ports.health.check(isOperator ? 'operators' : 'strangers');
  });
  add('POST /uilog', ({ body, request }) => {
    request.log.error({
      msg: 'the console crashed',
      crash: redactLinks(body.msg),
      agent: request.headers['user-agent'],
    });
  });
  add('POST /feedback', ({ actor, body }) => giveFeedback(contextOf(platform, actor), body));
  add('GET /feedback', ({ actor, query }) => listFeedback(contextOf(platform, actor), query));
  add('POST /announcements', ({ actor, body }) => publish(contextOf(platform, actor), body));
  add('DELETE /announcements/{id}', ({ actor, params }) => takeBack(contextOf(platform, actor), params.id));
  add('GET /announcements', ({ actor, query }) => announcementsFor(contextOf(platform, actor), query));
  add('POST /announcements/{id}/seen', ({ actor, params }) => announcementSeen(contextOf(platform, actor), params.id));
  const version = readVersion(platform.config);
  add('GET /version', () => version);
  add('GET /downtime', createNotices(platform));
  add('GET /downtimes', ({ actor, query }) => listDowntimes(contextOf(platform, actor), query));
  add('POST /downtimes', ({ actor, body }) => announceDowntime(contextOf(platform, actor), body));
  add('DELETE /downtimes/{guid}', ({ actor, params }) => endDowntime(contextOf(platform, actor), params.guid));
  const startedAt = platform.clock.now();
  add('GET /operations', ({ actor }) => operationsOf(contextOf(platform, actor), ports, startedAt));
  add('POST /backups', ({ actor }) => beginBackup(contextOf(platform, actor), ports));
  add('GET /organisation/export', ({ actor, reply }) => {
    reply.header('content-disposition', 'attachment; filename="picket-organisation.ndjson"');
    return exportOrganisation(contextOf(platform, actor));
  });
  add('GET /users/my-profile/export', ({ actor, reply }) => {
    reply.header('content-disposition', 'attachment; filename="picket-my-data.ndjson"');
    return exportMyself(contextOf(platform, actor));
  });
  add('DELETE /tenants/{guid}', ({ actor, params }) => deleteOrganisation(contextOf(platform, actor), params.guid));
  add('GET /metrics/usage', ({ actor, query }) => usageOf(contextOf(platform, actor), query));
  add('GET /metrics/sentries', ({ actor, query }) => fleetOf(contextOf(platform, actor), query));
}
