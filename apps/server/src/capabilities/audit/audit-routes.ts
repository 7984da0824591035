import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { exportAudit, listAudit } from './read-audit.ts';
import { verifyAudit } from './verify-audit.ts';

export function auditRoutes(add: AddRoute, platform: Platform): void {
  add('GET /audit', ({ actor, query }) => listAudit(contextOf(platform, actor), query));
  add('GET /audit/verify', ({ actor }) => verifyAudit(contextOf(platform, actor)));
  add('GET /audit/export', ({ actor, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="picket-audit.csv"');
    return exportAudit(contextOf(platform, actor), query);
  });
}
