/** How long and how much video an organization keeps: for the admin tenant's administrators, for any organization. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { toHold } from '../queries/shown-clips.ts';
import { listHolds } from '../storage/hold-store.ts';
import { findVideoRetention, nameOfTenant, type RetentionRow, readUsage } from '../storage/video-retention-store.ts';

type Out = ResponseOf<'GET /video-retention'>;

/** When the newest backup was made: what was deleted since is in it. */
export type NewestBackup = () => Promise<Date | null>;

export async function getVideoRetention(ctx: Ctx<UserActor>, tenant: string, newestBackup: NewestBackup): Promise<Out> {
  await requireTenant(ctx, tenant);
  const sql = ctx.db.ofTenant(tenant).console;
  const now = new Date(ctx.clock.now());
  const row = await findVideoRetention(sql, tenant);
  const { oldestAt, sentries, ...usage } = await readUsage(sql, tenant, now);
  const backup = await newestBackup();
  return {
    tenant,
    ...fieldsOf(row),
    usage: {
      ...usage,
      ...(oldestAt === null ? {} : { oldestAt: formatInstant(oldestAt.getTime()) }),
      sentries: [...sentries],
      ...(backup === null ? {} : { newestBackupAt: formatInstant(backup.getTime()) }),
    },
    holds: (await listHolds(sql, tenant, now)).map(toHold),
    last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
  };
}

export const fieldsOf = ({ linkSeconds, lastUpdateTs: _lastUpdateTs, ...row }: RetentionRow) => ({
  ...row,
  linkHours: linkSeconds / 3600,
});

/**
 * The name of an organization.
 *
 * @throws notFound where there is none
 */
export async function requireTenant({ db }: Ctx<UserActor>, tenant: string): Promise<string> {
  const name = await nameOfTenant(db.ofTenant(tenant).console, tenant);
  if (name === null) throw new AppError('notFound');
  return name;
}
