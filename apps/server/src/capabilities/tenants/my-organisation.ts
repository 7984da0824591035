/** One's own organisation: its name, what it asks of its people, whether its mail gets through. */
import type { OrganisationOut, ParsedBody, ResponseOf } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import {
  AppError,
  type Ctx,
  parseResourceName,
  rejectDuplicateName,
  type Tx,
  type UserActor,
} from '../../platform/index.ts';
import { countPeople, testMail } from '../accounts/index.ts';
import { difference, record } from '../audit/index.ts';
import { countMails, sendNow } from '../mail/index.ts';

import { findTenant, type TenantRow, updateTenant } from './tenant-store.ts';

async function mine(ctx: Ctx<UserActor>, { prisma }: Pick<Tx, 'prisma'>): Promise<TenantRow> {
  const row = await findTenant(prisma, ctx.actor.tenant);
  if (row === null) throw new AppError('notFound');
  return row;
}

async function shown(ctx: Ctx<UserActor>, tx: Tx, row: TenantRow): Promise<OrganisationOut> {
  const { users, withoutMfa } = await countPeople(tx.prisma, row.guid);
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

export const myOrganisation = (ctx: Ctx<UserActor>): Promise<OrganisationOut> =>
  ctx.db.inTx(async (tx) => shown(ctx, tx, await mine(ctx, tx)));

const auditFields = ({ name, requireMfa }: TenantRow) => ({ name, requireMfa });

export async function changeOrganisation(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'PATCH /organisation'>,
  check: (current: OrganisationOut) => void,
): Promise<OrganisationOut> {
  return rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const current = await mine(ctx, tx);
      check(await shown(ctx, tx, current));
      const changes = {
        ...(input.name === undefined ? {} : parseResourceName(input.name)),
        ...(input.requireMfa === undefined ? {} : { requireMfa: input.requireMfa }),
      };
      const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
      if (!(await updateTenant(tx.prisma, current, changes, at))) throw new AppError('modifiedSince');
      const after = await mine(ctx, tx);
      await record(ctx, tx, {
        action: 'ORGANISATION_CHANGED',
        target: { kind: 'tenant', guid: after.guid, name: after.name },
        ...difference(auditFields(current), auditFields(after)),
      });
      return shown(ctx, tx, after);
    }),
  );
}

/** Sends a mail to who asks, and says what the mail server answered. */
export async function tryMail(ctx: Ctx<UserActor>): Promise<ResponseOf<'POST /organisation/mail-test'>> {
  const { email: to } = ctx.actor;
  const { name } = await mine(ctx, ctx.db);
  const result = await sendNow(ctx, to, testMail(name));
  await ctx.db.inTx((tx) =>
    record(ctx, tx, { action: 'MAIL_TESTED', target: { kind: 'mail', name: to }, after: { ...result } }),
  );
  return { ...result, to };
}
