import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import type { PolicyPorts } from '../policies/index.ts';
import type { ConfigSource } from '../tenant-config/index.ts';
import type { ZonePorts } from '../zones/index.ts';
import {
  acknowledgeAlert,
  createComment,
  getAlertDetail,
  getAlertTrace,
  listComments,
  listVisibleAlerts,
  raiseDeviceAlert,
  raiseGenericAlert,
  resolveAlert,
  revertPolicyChange,
  setAlertVerdict,
  snoozeAlert,
} from './alert-actions.ts';
import type { NotificationQueries, OnAlertsChanged } from './alert-ports.ts';
import { getTuningSuggestions } from './tuning-suggestions.ts';

export interface AlertRouteDependencies {
  readonly onAlertsChanged: OnAlertsChanged;
  readonly source: ConfigSource;
  readonly notifications: NotificationQueries;
  readonly edits: PolicyPorts & ZonePorts;
}

export function alertRoutes(
  add: AddRoute,
  platform: Platform,
  { onAlertsChanged: changed, source, edits, notifications }: AlertRouteDependencies,
): void {
  add('GET /alerts', ({ actor, query }) => listVisibleAlerts(contextOf(platform, actor), query));
  add('POST /alerts', ({ actor, body }) => raiseGenericAlert(contextOf(platform, actor), body, changed));
  add('GET /alerts/{guid}', async ({ actor, params, check }) => {
    const alert = await getAlertDetail(contextOf(platform, actor), params.guid, notifications);
    check(alert);
    return alert;
  });
  add('POST /alerts/{guid}/acknowledge', ({ actor, params }) =>
    acknowledgeAlert(contextOf(platform, actor), params.guid, notifications, changed),
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
  add('POST /sentry/alerts', ({ actor, body }) => raiseDeviceAlert(contextOf(platform, actor), body, changed));
}
