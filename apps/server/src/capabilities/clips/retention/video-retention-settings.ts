/** How long and how much video an organization keeps: for the admin tenant's administrators, for any organization. */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit, difference } from '../../audit/index.ts';
import { listHolds } from '../holds/hold-store.ts';
import { toHold } from '../queries/shown-clips.ts';
import { listDue } from './apply-video-retention.ts';
import {
  findVideoRetention,
  nameOfTenant,
  type RetentionRow,
  readUsage,
  saveVideoRetention,
} from './video-retention-store.ts';

type Input = ParsedBody<'PUT /video-retention'>;
type Out = ResponseOf<'GET /video-retention'>;

/** When the newest backup was made: what was deleted since is in it. */
export type NewestBackup = () => Promise<Date | null>;

export async function getVideoRetention(ctx: Ctx<UserActor>, tenant: string, newestBackup: NewestBackup): Promise<Out> {
  await requireTenant(ctx, tenant);
  const sql = ctx.db.console;
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

const fieldsOf = ({ linkSeconds, lastUpdateTs: _lastUpdateTs, ...row }: RetentionRow) => ({
  ...row,
  linkHours: linkSeconds / 3600,
});

export async function setVideoRetention(
  ctx: Ctx<UserActor>,
  tenant: string,
  { linkHours, ...input }: Input,
  newestBackup: NewestBackup,
): Promise<Out> {
  const name = await requireTenant(ctx, tenant);
  const lastUpdateTs = new Date(ctx.clock.now());
  await ctx.db.inSqlTx(async (sql) => {
    const before = await findVideoRetention(sql, tenant);
    const after = { ...input, linkSeconds: linkHours * 3600, lastUpdateTs };
    await saveVideoRetention(sql, tenant, after);
    await audit(
      ctx,
      { sql },
      {
        action: 'VIDEO_RETENTION_CHANGED',
        target: { kind: 'tenant', guid: tenant, name },
        ...difference(fieldsOf(before), fieldsOf(after)),
      },
    );
  });
  return getVideoRetention(ctx, tenant, newestBackup);
}

export async function previewVideoRetention(
  ctx: Ctx<UserActor>,
  tenant: string,
  input: Input,
): Promise<ResponseOf<'POST /video-retention/preview'>> {
  await requireTenant(ctx, tenant);
  const due = await listDue(ctx, tenant, input);
  return { clips: due.length, bytes: due.reduce((sum, [{ bytes }]) => sum + bytes, 0) };
}

async function requireTenant({ db }: Ctx<UserActor>, tenant: string): Promise<string> {
  const name = await nameOfTenant(db.console, tenant);
  if (name === null) throw new AppError('notFound');
  return name;
}
