import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { SentryThrottle } from '../../platform/http/sentry-throttle.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PolicyPorts } from '../policies/index.ts';
import type { ConfigSource } from '../tenant-config/index.ts';
import type { ZonePorts } from '../zones/index.ts';
import { acknowledgeAlert } from './acknowledgement/acknowledge-alert.ts';
import { acknowledgeAlerts } from './acknowledgement/acknowledge-alerts.ts';
import { resolveAlert } from './acknowledgement/resolve-alert.ts';
import { snoozeAlert } from './acknowledgement/snooze-alert.ts';
import { unacknowledgeAlert } from './acknowledgement/unacknowledge-alert.ts';
import type { NotificationQueries, OnAlertsChanged, VideoQueries } from './alert-ports.ts';
import { assignAlert } from './assignment/assign-alert.ts';
import { listAssignees } from './assignment/list-assignees.ts';
import { createComment } from './comments/create-comment.ts';
import { listComments } from './comments/list-comments.ts';
import { getAlertDetail } from './detail/get-alert-detail.ts';
import { getAlertTrace } from './detail/get-alert-trace.ts';
import { raiseDeviceAlert } from './external/raise-device-alert.ts';
import { raiseGenericAlert } from './external/raise-generic-alert.ts';
import { revertPolicyChange } from './policy-changes/revert-policy-change.ts';
import { exportAlerts } from './queries/export-alerts.ts';
import { listVisibleAlerts } from './queries/list-visible-alerts.ts';
import { getTuningSuggestions } from './tuning/get-tuning-suggestions.ts';
import { setAlertVerdict } from './tuning/set-alert-verdict.ts';

export interface AlertRouteDependencies {
  readonly onAlertsChanged: OnAlertsChanged;
  readonly source: ConfigSource;
  readonly notifications: NotificationQueries;
  readonly videos: VideoQueries;
  readonly edits: PolicyPorts & ZonePorts;
  readonly throttle: SentryThrottle;
}

export function alertRoutes(
  add: AddRoute,
  platform: Platform,
  { onAlertsChanged: changed, source, edits, notifications, videos, throttle }: AlertRouteDependencies,
): void {
  add('GET /alerts', ({ actor, query }) => listVisibleAlerts(contextOf(platform, actor), query));
  add('POST /alerts', ({ actor, body }) => raiseGenericAlert(contextOf(platform, actor), body, changed));
  add('GET /alerts/export', ({ actor, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="picket-alerts.csv"');
    return exportAlerts(contextOf(platform, actor), query);
  });
  add('POST /alerts/acknowledge', ({ actor, body }) =>
    acknowledgeAlerts(contextOf(platform, actor), body.alerts, notifications, changed),
  );
  add('GET /alerts/{guid}', async ({ actor, params, check }) => {
    const alert = await getAlertDetail(contextOf(platform, actor), params.guid, { notifications, videos });
    check(alert);
    return alert;
  });
  add('POST /alerts/{guid}/acknowledge', ({ actor, params }) =>
    acknowledgeAlert(contextOf(platform, actor), params.guid, notifications, changed),
  );
  add('POST /alerts/{guid}/unacknowledge', ({ actor, params }) =>
    unacknowledgeAlert(contextOf(platform, actor), params.guid, changed),
  );
  add('GET /alerts/{guid}/assignees', ({ actor, params }) => listAssignees(contextOf(platform, actor), params.guid));
  add('POST /alerts/{guid}/assign', ({ actor, params, body }) =>
    assignAlert(contextOf(platform, actor), params.guid, body.user, changed),
  );
  add('POST /alerts/{guid}/resolve', ({ actor, params }) =>
    resolveAlert(contextOf(platform, actor), params.guid, changed),
  );
  add('POST /alerts/{guid}/restore', ({ actor, params }) =>
    revertPolicyChange(contextOf(platform, actor), params.guid, edits, changed),
  );
  add('GET /alerts/{guid}/trace', ({ actor, params }) =>
    getAlertTrace(contextOf(platform, actor), params.guid, source),
  );
  add('POST /alerts/{guid}/verdict', ({ actor, params, body }) =>
    setAlertVerdict(contextOf(platform, actor), params.guid, body.verdict, notifications, changed),
  );
  add('GET /policies/{guid}/suggestions', ({ actor, params }) =>
    getTuningSuggestions(contextOf(platform, actor), source, params.guid),
  );
  add('GET /alerts/{guid}/comments', ({ actor, params, query }) =>
    listComments(contextOf(platform, actor), params.guid, query),
  );
  add('POST /alerts/{guid}/comments', ({ actor, params, body }) =>
    createComment(contextOf(platform, actor), params.guid, body.text, notifications, changed),
  );
  add('POST /alerts/{guid}/snooze', ({ actor, params, body }) =>
    snoozeAlert(contextOf(platform, actor), params.guid, body.until, notifications, changed),
  );
  add('POST /sentry/alerts', ({ actor, body }) =>
    raiseDeviceAlert(contextOf(platform, actor), throttle, body, changed),
  );
}
