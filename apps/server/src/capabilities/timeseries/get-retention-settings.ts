/** How long an organization keeps its readings and summaries, and what they take on disk. */
import type { RetentionOut } from '@picket/contracts/types';
import { RETENTION_KINDS } from '@picket/domain/retention';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { versionOf } from '../../platform/http/preconditions.ts';
import { findRetentionChange, getRetention, storageSize, TABLE_OF } from './retention-store.ts';
import { DAY } from './roll-ups.ts';

const RECENT_WINDOW: Millis = 8 * DAY;

export async function getRetentionSettings(ctx: Ctx<UserActor>): Promise<RetentionOut> {
  const sql = ctx.db.console;
  const { tenant } = ctx.actor;
  const kept = await getRetention(sql, tenant);
  const items = RETENTION_KINDS.map(async (kind) => {
    const { bytes, bytesPerDay, isEstimated, since } = await storageSize(
      sql,
      tenant,
      TABLE_OF[kind],
      ctx.clock.now() - RECENT_WINDOW,
    );
    const size = { kind, keepDays: kept[kind], bytes, bytesPerDay, isEstimated };
    return { ...size, ...(since === null ? {} : { since: formatInstant(since.getTime()) }) };
  });
  return { items: await Promise.all(items), last_update_ts: versionOf(await findRetentionChange(sql, tenant)) };
}

/** What the packed history of an organization takes on disk. */
export async function packedBytes(sql: Sql, tenant: string, now: Millis): Promise<number> {
  const sizes = RETENTION_KINDS.map((kind) => storageSize(sql, tenant, TABLE_OF[kind], now - RECENT_WINDOW));
  return (await Promise.all(sizes)).reduce((sum, { bytes }) => sum + bytes, 0);
}
