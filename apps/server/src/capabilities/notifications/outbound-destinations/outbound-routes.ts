import { contextOf } from '../../../platform/http/context.ts';
import type { AddRoute } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { allowOutbound } from './allow-outbound.ts';
import { listOutbound } from './list-outbound.ts';
import { removeOutbound } from './remove-outbound.ts';

export function outboundRoutes(add: AddRoute, platform: Platform): void {
  add('GET /tenants/{guid}/outbound-destinations', ({ actor, params }) =>
    listOutbound(contextOf(platform, actor), params.guid),
  );
  add('POST /tenants/{guid}/outbound-destinations', ({ actor, params, body }) =>
    allowOutbound(contextOf(platform, actor), params.guid, body),
  );
  add('DELETE /tenants/{guid}/outbound-destinations/{destination}', ({ actor, params }) =>
    removeOutbound(contextOf(platform, actor), params.guid, params.destination),
  );
}
