import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { createToken } from './create-api-token.ts';
import { listTokens } from './list-api-tokens.ts';
import { revokeToken } from './revoke-api-token.ts';

/** Routes of API tokens. */
export function apiTokenRoutes(add: AddRoute, platform: Platform): void {
  add('GET /api-tokens', ({ actor, query }) => listTokens(contextOf(platform, actor), query));
  add('POST /api-tokens', ({ actor, body }) => createToken(contextOf(platform, actor), body));
  add('DELETE /api-tokens/{guid}', ({ actor, params }) => revokeToken(contextOf(platform, actor), params.guid));
}
