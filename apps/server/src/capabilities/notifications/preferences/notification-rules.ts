/** How an organization escalates; the defaults where it never chose. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { StoredNotificationRules as RulesSchema } from '@picket/contracts/notifications';
import { DEFAULT_RULES, type NotificationRules } from '@picket/domain/escalations';
import type { Sql } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { versionOf } from '../../../platform/http/preconditions.ts';
import { findRules, type RulesRow } from './rules-store.ts';

/** `stored`: null where the organization never chose. */
export function parseRules(stored: RulesRow | null): NotificationRules {
  const parsed = RulesSchema.safeParse(stored?.rules);
  return parsed.success ? parsed.data : DEFAULT_RULES;
}

/** Minutes without activity after which an acknowledgement expires. */
export const getAcknowledgementTimeout = async (sql: Sql, tenant: string): Promise<number> =>
  parseRules(await findRules(sql, tenant)).acknowledgementTimeoutMinutes;

export type RulesOut = ResponseOf<'GET /notification-rules'>;

/** As the API returns them. */
export const toRulesOut = (stored: RulesRow | null): RulesOut => ({
  ...RulesSchema.parse(parseRules(stored)),
  isDefault: stored === null,
  last_update_ts: versionOf(stored?.lastUpdateTs ?? null),
});

export const getNotificationRules = async (ctx: Ctx<UserActor>): Promise<RulesOut> =>
  toRulesOut(await findRules(ctx.db.console, ctx.actor.tenant));
