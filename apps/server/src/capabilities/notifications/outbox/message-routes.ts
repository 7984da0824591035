import { contextOf } from '../../../platform/http/context.ts';
import type { AddRoute } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readMessages } from './read-messages.ts';
import { retryMessage } from './retry-message.ts';

export function messageRoutes(add: AddRoute, platform: Platform): void {
  add('GET /messages', ({ actor, query }) => readMessages(contextOf(platform, actor), query));
  add('POST /messages/{guid}/retry', ({ actor, params }) => retryMessage(contextOf(platform, actor), params.guid));
}
