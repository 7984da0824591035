import { contextOf } from '../../platform/http/context.ts';
import { checkMetricsToken } from '../../platform/http/metrics-token.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import { evidenceFingerprint } from '../../platform/keys/evidence-signature.ts';
import { redactLinks } from '../../platform/logging/log.ts';
import type { Platform } from '../../platform/platform.ts';
import { announceDowntime } from './announce-downtime.ts';
import { deleteAnnouncement } from './delete-announcement.ts';
import { deleteTenant } from './delete-tenant.ts';
import { endDowntime } from './end-downtime.ts';
import { exportOwnData } from './export-own-data.ts';
import { exportTenant } from './export-tenant.ts';
import { getOperations } from './get-operations.ts';
import { getUsage } from './get-usage.ts';
import { listAnnouncements } from './list-announcements.ts';
import { listDowntimes } from './list-downtimes.ts';
import { listFeedback } from './list-feedback.ts';
import { listFleet } from './list-fleet.ts';
import { markAnnouncementSeen } from './mark-announcement-seen.ts';
import type { OperationsPorts } from './operations-ports.ts';
import { publishAnnouncement } from './publish-announcement.ts';
import { createDowntimeReader } from './read-public-downtimes.ts';
import { startBackup } from './start-backup.ts';
import { startRecoveryCheck } from './start-recovery-check.ts';
import { submitFeedback } from './submit-feedback.ts';
import { createTodayReader } from './usage-of-today.ts';
import { readVersion } from './version.ts';

export function operationsRoutes(add: AddRoute, platform: Platform, ports: OperationsPorts): void {
  add('GET /health', ({ request }) => {
    const isOperator = checkMetricsToken(request, platform.config.metricsToken) === true;
    return ports.health.check(isOperator ? 'operators' : 'public');
  });
  add('POST /uilog', ({ body, request }) => {
    request.log.error({
      msg: 'the console crashed',
      crash: redactLinks(body.msg),
      agent: request.headers['user-agent'],
    });
  });
  add('POST /feedback', ({ actor, body }) => submitFeedback(contextOf(platform, actor), body));
  add('GET /feedback', ({ actor, query }) => listFeedback(contextOf(platform, actor), query));
  add('POST /announcements', ({ actor, body }) => publishAnnouncement(contextOf(platform, actor), body));
  add('DELETE /announcements/{id}', ({ actor, params }) => deleteAnnouncement(contextOf(platform, actor), params.id));
  add('GET /announcements', ({ actor, query }) => listAnnouncements(contextOf(platform, actor), query));
  add('POST /announcements/{id}/seen', ({ actor, params }) =>
    markAnnouncementSeen(contextOf(platform, actor), params.id),
  );
  const version = { ...readVersion(platform.config), evidenceFingerprint: evidenceFingerprint(platform.keys) };
  add('GET /version', () => version);
  add('GET /downtime', createDowntimeReader(platform));
  add('GET /downtimes', ({ actor, query }) => listDowntimes(contextOf(platform, actor), query));
  add('POST /downtimes', ({ actor, body }) => announceDowntime(contextOf(platform, actor), body));
  add('DELETE /downtimes/{guid}', ({ actor, params }) => endDowntime(contextOf(platform, actor), params.guid));
  const startedAt = platform.clock.now();
  add('GET /operations', ({ actor }) => getOperations(contextOf(platform, actor), ports, startedAt));
  add('POST /backups', ({ actor }) => startBackup(contextOf(platform, actor), ports));
  add('POST /recovery-checks', ({ actor }) => startRecoveryCheck(contextOf(platform, actor), ports));
  add('GET /tenant/export', ({ actor, reply }) => {
    reply.header('content-disposition', 'attachment; filename="picket-organization.ndjson"');
    return exportTenant(contextOf(platform, actor));
  });
  add('GET /users/my-profile/export', ({ actor, reply }) => {
    reply.header('content-disposition', 'attachment; filename="picket-my-data.ndjson"');
    return exportOwnData(contextOf(platform, actor));
  });
  add('DELETE /tenants/{guid}', ({ actor, params }) => deleteTenant(contextOf(platform, actor), params.guid, ports));
  const readToday = createTodayReader(platform);
  add('GET /metrics/usage', ({ actor, query }) => getUsage(contextOf(platform, actor), query, readToday));
  add('GET /metrics/sentries', ({ actor, query }) => listFleet(contextOf(platform, actor), query));
}
