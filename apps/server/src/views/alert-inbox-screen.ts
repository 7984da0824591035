/** The read model of the screen of all alerts. */
import { listAlertInbox } from '../capabilities/alerts/index.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';

export function alertInboxView(add: AddRoute, platform: Platform): void {
  add('GET /views/alerts', ({ actor, query }) => listAlertInbox(contextOf(platform, actor), query));
}
