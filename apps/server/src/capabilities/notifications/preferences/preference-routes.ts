import { contextOf } from '../../../platform/http/context.ts';
import type { AddRoute } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeNotificationRules } from './change-notification-rules.ts';
import { changeNotificationSettings } from './change-notification-settings.ts';
import { getNotificationSettings } from './get-notification-settings.ts';
import { getNotificationRules } from './notification-rules.ts';
import { previewNotifications } from './preview-notifications.ts';

export function preferenceRoutes(add: AddRoute, platform: Platform): void {
  add('GET /users/my-profile/notifications', ({ actor }) =>
    getNotificationSettings(contextOf(platform, actor), actor.guid),
  );
  add('PUT /users/my-profile/notifications', ({ actor, body }) =>
    changeNotificationSettings(contextOf(platform, actor), actor.guid, body),
  );
  add('GET /users/{guid}/notifications', ({ actor, params }) =>
    getNotificationSettings(contextOf(platform, actor), params.guid),
  );
  add('PUT /users/{guid}/notifications', ({ actor, params, body }) =>
    changeNotificationSettings(contextOf(platform, actor), params.guid, body),
  );
  add('GET /notification-rules', ({ actor }) => getNotificationRules(contextOf(platform, actor)));
  add('PUT /notification-rules', ({ actor, body }) => changeNotificationRules(contextOf(platform, actor), body));
  add('POST /notifications/preview', ({ actor, body }) => previewNotifications(contextOf(platform, actor), body));
}
