import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import type { OnAlertsChanged } from './alert-ports.ts';
import {
  acknowledgeAlert,
  alertDetail,
  commentOnAlert,
  listMyAlerts,
  raiseDeviceAlert,
  raiseGenericAlert,
} from './alert-verbs.ts';

export function alertRoutes(add: AddRoute, platform: Platform, changed: OnAlertsChanged): void {
  add('GET /alerts', ({ actor, query }) => listMyAlerts(contextOf(platform, actor), query));
  add('POST /alerts', ({ actor, body }) => raiseGenericAlert(contextOf(platform, actor), body, changed));
  add('GET /alerts/{guid}', async ({ actor, params, check }) => {
    const alert = await alertDetail(contextOf(platform, actor), params.guid);
    check(alert);
    return alert;
  });
  add('POST /alerts/{guid}/acknowledge', ({ actor, params }) =>
    acknowledgeAlert(contextOf(platform, actor), params.guid, changed),
  );
  add('POST /alerts/{guid}/comments', ({ actor, params, body }) =>
    commentOnAlert(contextOf(platform, actor), params.guid, body.text, changed),
  );
  add('POST /sentry/alerts', ({ actor, body }) => raiseDeviceAlert(contextOf(platform, actor), body, changed));
}
