import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import type { WatchSource } from '../monitoring/index.ts';
import type { PolicyPorts } from '../policies/index.ts';
import type { ZonePorts } from '../zones/index.ts';
import type { Notifying, OnAlertsChanged } from './alert-ports.ts';
import {
  acknowledgeAlert,
  alertDetail,
  alertTrace,
  commentOnAlert,
  labelAlert,
  listComments,
  listMyAlerts,
  raiseDeviceAlert,
  raiseGenericAlert,
  resolveAlert,
  restoreEdit,
  snoozeAlert,
} from './alert-verbs.ts';
import { lessonsOf } from './lessons.ts';

export interface AlertSupply {
  readonly onAlertsChanged: OnAlertsChanged;
  readonly source: WatchSource;
  readonly notifying: Notifying;
  readonly edits: PolicyPorts & ZonePorts;
}

export function alertRoutes(
  add: AddRoute,
  platform: Platform,
  { onAlertsChanged: changed, source, edits, notifying }: AlertSupply,
): void {
  add('GET /alerts', ({ actor, query }) => listMyAlerts(contextOf(platform, actor), query));
  add('POST /alerts', ({ actor, body }) => raiseGenericAlert(contextOf(platform, actor), body, changed));
  add('GET /alerts/{guid}', async ({ actor, params, check }) => {
    const alert = await alertDetail(contextOf(platform, actor), params.guid, notifying);
    check(alert);
    return alert;
  });
  add('POST /alerts/{guid}/acknowledge', ({ actor, params }) =>
    acknowledgeAlert(contextOf(platform, actor), params.guid, notifying, changed),
  );
  add('POST /alerts/{guid}/resolve', ({ actor, params }) =>
    resolveAlert(contextOf(platform, actor), params.guid, changed),
  );
  add('POST /alerts/{guid}/restore', ({ actor, params }) =>
    restoreEdit(contextOf(platform, actor), params.guid, edits, changed),
  );
  add('GET /alerts/{guid}/trace', ({ actor, params }) => alertTrace(contextOf(platform, actor), params.guid, source));
  add('POST /alerts/{guid}/verdict', ({ actor, params, body }) =>
    labelAlert(contextOf(platform, actor), params.guid, body.verdict, notifying, changed),
  );
  add('GET /policies/{guid}/lessons', ({ actor, params }) =>
    lessonsOf(contextOf(platform, actor), source, params.guid),
  );
  add('GET /alerts/{guid}/comments', ({ actor, params, query }) =>
    listComments(contextOf(platform, actor), params.guid, query),
  );
  add('POST /alerts/{guid}/comments', ({ actor, params, body }) =>
    commentOnAlert(contextOf(platform, actor), params.guid, body.text, notifying, changed),
  );
  add('POST /alerts/{guid}/snooze', ({ actor, params, body }) =>
    snoozeAlert(contextOf(platform, actor), params.guid, body.until, notifying, changed),
  );
  add('POST /sentry/alerts', ({ actor, body }) => raiseDeviceAlert(contextOf(platform, actor), body, changed));
}
