/** The tenant of the signed-in user: name, security, mail. */
import type { OwnTenantOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { countMails } from '../mail/index.ts';
import { countUsers } from '../users/index.ts';
import { findTenant, type TenantRow } from './tenant-store.ts';

export async function requireOwnTenant(ctx: Ctx<UserActor>, { prisma }: Pick<Tx, 'prisma'>): Promise<TenantRow> {
  const row = await findTenant(prisma, ctx.actor.tenant);
  if (row === null) throw new AppError('notFound');
  return row;
}

export async function toOwnTenant(ctx: Ctx<UserActor>, tx: Tx, row: TenantRow): Promise<OwnTenantOut> {
  const { users, withoutMfa } = await countUsers(tx.prisma, row.guid);
  const { waiting, failed, lastProblem } = await countMails(ctx.db.console, row.guid);
  const { mail } = ctx.settings.current();
  return {
    guid: row.guid,
    name: row.name,
    isAdminTenant: row.isAdminTenant,
    demo: row.demo,
    businessStatus: row.businessStatus,
    requireMfa: row.requireMfa,
    withoutMfa,
    users,
    mail: {
      configured: mail !== null,
      ...(mail === null ? {} : { from: mail.from.address }),
      waiting,
      failed,
      ...(lastProblem === null ? {} : { lastProblem }),
    },
    last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
  };
}

/** The own tenant, with its users and its mail. */
export const getOwnTenant = (ctx: Ctx<UserActor>): Promise<OwnTenantOut> =>
  ctx.db.inTx(async (tx) => toOwnTenant(ctx, tx, await requireOwnTenant(ctx, tx)));
