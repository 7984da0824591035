import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import { actionLinkRoutes } from './action-links/action-link-routes.ts';
import { destinationRoutes } from './destinations/destination-routes.ts';
import { maintenanceRoutes } from './maintenance/maintenance-routes.ts';
import { outboundRoutes } from './outbound-destinations/outbound-routes.ts';
import { messageRoutes } from './outbox/message-routes.ts';
import { preferenceRoutes } from './preferences/preference-routes.ts';

export function notificationRoutes(
  add: AddRoute,
  platform: Platform,
  { onAlertsChanged }: { readonly onAlertsChanged: OnAlertsChanged },
): void {
  preferenceRoutes(add, platform);
  destinationRoutes(add, platform);
  outboundRoutes(add, platform);
  messageRoutes(add, platform);
  maintenanceRoutes(add, platform);
  actionLinkRoutes(add, platform, onAlertsChanged);
}
