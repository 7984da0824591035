/** How an organization escalates; the defaults where it never chose. */

import type { ResponseOf } from '@picket/contracts/endpoints';
import { StoredNotificationRules as RulesSchema } from '@picket/contracts/notifications';
import { DEFAULT_RULES, type NotificationRules } from '@picket/domain/escalations';
import type { Sql } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { findRules } from './rules-store.ts';

export function parseRules(stored: unknown): NotificationRules {
  const parsed = RulesSchema.safeParse(stored);
  return parsed.success ? parsed.data : DEFAULT_RULES;
}

/** Minutes without activity after which an acknowledgement expires. */
export const getAcknowledgementTimeout = async (sql: Sql, tenant: string): Promise<number> =>
  parseRules(await findRules(sql, tenant)).acknowledgementTimeoutMinutes;

export type RulesOut = ResponseOf<'GET /notification-rules'>;

export async function getNotificationRules(ctx: Ctx<UserActor>): Promise<RulesOut> {
  const stored = await findRules(ctx.db.console, ctx.actor.tenant);
  return { ...RulesSchema.parse(parseRules(stored)), isDefault: stored === null };
}
