import { callerAddress } from '../../../platform/http/caller-address.ts';
import type { AddRoute } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OnAlertsChanged } from '../../alerts/index.ts';
import { getActionLink } from './get-action-link.ts';
import { runLinkAction } from './run-link-action.ts';

export function actionLinkRoutes(add: AddRoute, platform: Platform, changed: OnAlertsChanged): void {
  add('GET /links/{token}', ({ params, request }) => getActionLink(platform, params.token, callerAddress(request)));
  add('POST /links/{token}', ({ params, body, request }) =>
    runLinkAction(platform, params.token, body.action, callerAddress(request), changed),
  );
}
