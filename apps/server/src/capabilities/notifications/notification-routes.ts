import { type AddRoute, callerAddress, contextOf, type Platform } from '../../platform/index.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import { getActionLink, runLinkAction } from './action-links/run-link-action.ts';
import {
  createDestination,
  deleteDestination,
  listDestinations,
  testDestination,
  updateDestination,
} from './destinations/destinations.ts';
import { allowOutbound, listOutbound, removeOutbound } from './destinations/outbound-destinations.ts';
import { endMaintenance, listMaintenance, planMaintenance } from './maintenance/plan-maintenance.ts';
import { readMessages, retryMessage } from './outbox/read-messages.ts';
import { getNotificationRules, updateNotificationRules } from './preferences/notification-rules.ts';
import { getNotificationSettings, updateNotificationSettings } from './preferences/notification-settings.ts';
import { previewNotifications } from './preferences/preview-notifications.ts';

export function notificationRoutes(
  add: AddRoute,
  platform: Platform,
  { onAlertsChanged: changed }: { readonly onAlertsChanged: OnAlertsChanged },
): void {
  add('GET /users/my-profile/notifications', ({ actor }) =>
    getNotificationSettings(contextOf(platform, actor), actor.guid),
  );
  add('PUT /users/my-profile/notifications', ({ actor, body }) =>
    updateNotificationSettings(contextOf(platform, actor), actor.guid, body),
  );
  add('POST /users/my-profile/destinations', ({ actor, body }) =>
    createDestination(contextOf(platform, actor), actor.guid, body),
  );
  add('DELETE /users/my-profile/destinations/{guid}', ({ actor, params }) =>
    deleteDestination(contextOf(platform, actor), actor.guid, params.guid),
  );
  add('POST /users/my-profile/destinations/{guid}/test', ({ actor, params }) =>
    testDestination(contextOf(platform, actor), actor.guid, params.guid),
  );
  add('GET /users/{guid}/notifications', ({ actor, params }) =>
    getNotificationSettings(contextOf(platform, actor), params.guid),
  );
  add('PUT /users/{guid}/notifications', ({ actor, params, body }) =>
    updateNotificationSettings(contextOf(platform, actor), params.guid, body),
  );
  add('GET /destinations', ({ actor, query }) => listDestinations(contextOf(platform, actor), query));
  add('POST /destinations', ({ actor, body }) => createDestination(contextOf(platform, actor), null, body));
  add('PATCH /destinations/{guid}', ({ actor, params, body }) =>
    updateDestination(contextOf(platform, actor), params.guid, body),
  );
  add('DELETE /destinations/{guid}', ({ actor, params }) =>
    deleteDestination(contextOf(platform, actor), null, params.guid),
  );
  add('POST /destinations/{guid}/test', ({ actor, params }) =>
    testDestination(contextOf(platform, actor), null, params.guid),
  );
  add('GET /tenants/{guid}/outbound-destinations', ({ actor, params }) =>
    listOutbound(contextOf(platform, actor), params.guid),
  );
  add('POST /tenants/{guid}/outbound-destinations', ({ actor, params, body }) =>
    allowOutbound(contextOf(platform, actor), params.guid, body),
  );
  add('DELETE /tenants/{guid}/outbound-destinations/{destination}', ({ actor, params }) =>
    removeOutbound(contextOf(platform, actor), params.guid, params.destination),
  );
  add('GET /notification-rules', ({ actor }) => getNotificationRules(contextOf(platform, actor)));
  add('PUT /notification-rules', ({ actor, body }) => updateNotificationRules(contextOf(platform, actor), body));
  add('GET /messages', ({ actor, query }) => readMessages(contextOf(platform, actor), query));
  add('POST /messages/{guid}/retry', ({ actor, params }) => retryMessage(contextOf(platform, actor), params.guid));
  add('POST /notifications/preview', ({ actor, body }) => previewNotifications(contextOf(platform, actor), body));
  add('GET /locations/{guid}/maintenance', ({ actor, params, query }) =>
    listMaintenance(contextOf(platform, actor), params.guid, query),
  );
  add('POST /locations/{guid}/maintenance', ({ actor, params, body }) =>
    planMaintenance(contextOf(platform, actor), params.guid, body),
  );
  add('DELETE /locations/{guid}/maintenance/{window}', ({ actor, params }) =>
    endMaintenance(contextOf(platform, actor), params.guid, params.window),
  );
  add('GET /links/{token}', ({ params, request }) => getActionLink(platform, params.token, callerAddress(request)));
  add('POST /links/{token}', ({ params, body, request }) =>
    runLinkAction(platform, params.token, body.action, callerAddress(request), changed),
  );
}
