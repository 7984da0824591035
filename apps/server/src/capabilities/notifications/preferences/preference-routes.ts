import { contextOf } from '../../../platform/http/context.ts';
import type { AddRoute } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeNotificationRules } from './change-notification-rules.ts';
import { changeNotificationSettings } from './change-notification-settings.ts';
import { getNotificationSettings } from './get-notification-settings.ts';
import { getNotificationRules } from './notification-rules.ts';
import { previewNotifications } from './preview-notifications.ts';

export function preferenceRoutes(add: AddRoute, platform: Platform): void {
  add('GET /users/my-profile/notifications', async ({ actor, check }) => {
    const settings = await getNotificationSettings(contextOf(platform, actor), actor.guid);
    check(settings);
    return settings;
  });
  add('PUT /users/my-profile/notifications', ({ actor, body, check }) =>
    changeNotificationSettings(contextOf(platform, actor), actor.guid, body, check),
  );
  add('GET /users/{guid}/notifications', async ({ actor, params, check }) => {
    const settings = await getNotificationSettings(contextOf(platform, actor), params.guid);
    check(settings);
    return settings;
  });
  add('PUT /users/{guid}/notifications', ({ actor, params, body, check }) =>
    changeNotificationSettings(contextOf(platform, actor), params.guid, body, check),
  );
  add('GET /notification-rules', async ({ actor, check }) => {
    const rules = await getNotificationRules(contextOf(platform, actor));
    check(rules);
    return rules;
  });
  add('PUT /notification-rules', ({ actor, body, check }) =>
    changeNotificationRules(contextOf(platform, actor), body, check),
  );
  add('POST /notifications/preview', ({ actor, body }) => previewNotifications(contextOf(platform, actor), body));
}
