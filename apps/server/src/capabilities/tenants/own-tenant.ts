/** The tenant of the signed-in user: name, security, mail. */
import type { OwnTenantOut, ParsedBody, ResponseOf } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { countUsers, testMail } from '../auth/index.ts';
import { countMails, sendNow } from '../mail/index.ts';
import { findTenant, type TenantRow, updateTenant } from './tenant-store.ts';

async function requireOwnTenant(ctx: Ctx<UserActor>, { prisma }: Pick<Tx, 'prisma'>): Promise<TenantRow> {
  const row = await findTenant(prisma, ctx.actor.tenant);
  if (row === null) throw new AppError('notFound');
  return row;
}

async function toOwnTenant(ctx: Ctx<UserActor>, tx: Tx, row: TenantRow): Promise<OwnTenantOut> {
  const { users, withoutMfa } = await countUsers(tx.prisma, row.guid);
  const { waiting, failed, lastProblem } = await countMails(ctx.db.console, row.guid);
  const { mail } = ctx.config;
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

export const getOwnTenant = (ctx: Ctx<UserActor>): Promise<OwnTenantOut> =>
  ctx.db.inTx(async (tx) => toOwnTenant(ctx, tx, await requireOwnTenant(ctx, tx)));

const auditFields = ({ name, requireMfa }: TenantRow) => ({ name, requireMfa });

export async function changeOwnTenant(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'PATCH /tenant'>,
  check: (current: OwnTenantOut) => void,
): Promise<OwnTenantOut> {
  return rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const current = await requireOwnTenant(ctx, tx);
      check(await toOwnTenant(ctx, tx, current));
      const changes = {
        ...(input.name === undefined ? {} : parseResourceName(input.name)),
        ...(input.requireMfa === undefined ? {} : { requireMfa: input.requireMfa }),
      };
      const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
      if (!(await updateTenant(tx.prisma, current, changes, at))) throw new AppError('modifiedSince');
      const after = await requireOwnTenant(ctx, tx);
      await audit(ctx, tx, {
        action: 'TENANT_SETTINGS_CHANGED',
        target: { kind: 'tenant', guid: after.guid, name: after.name },
        ...difference(auditFields(current), auditFields(after)),
      });
      return toOwnTenant(ctx, tx, after);
    }),
  );
}

/** Sends a test mail to the caller and returns the response of the mail server. */
export async function sendTestMail(ctx: Ctx<UserActor>): Promise<ResponseOf<'POST /tenant/mail-test'>> {
  const { email: to } = ctx.actor;
  const { name } = await requireOwnTenant(ctx, ctx.db);
  const result = await sendNow(ctx, to, testMail(name));
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, { action: 'MAIL_TESTED', target: { kind: 'mail', name: to }, after: { ...result } }),
  );
  return { ...result, to };
}
