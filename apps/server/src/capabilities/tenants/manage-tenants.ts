/** Managing all tenants, for administrators of the admin tenant. */
import type { ParsedBody, ResponseOf, SentLinkOut, TenantOut } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import { isDuplicate, type Sql } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { inviteAdministrator } from '../auth/index.ts';
import { assertDemoSlot, createTenant, type OnTenantCreated } from './create-tenant.ts';
import {
  countSentries,
  findTenant,
  listTenantsAllTenants,
  type TenantChanges,
  type TenantRow,
  updateTenant,
} from './tenant-store.ts';

const tenantOf = (row: TenantRow, sentries: number): TenantOut => ({
  guid: row.guid,
  name: row.name,
  isAdminTenant: row.isAdminTenant,
  demo: row.demo,
  businessStatus: row.businessStatus,
  suspended: row.suspended,
  users: row._count.users,
  locations: row._count.locations,
  sentries,
  createdAt: formatInstant(row.createdAt.getTime()),
  last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
});

async function toTenantOut(sql: Sql, row: TenantRow): Promise<TenantOut> {
  return tenantOf(row, (await countSentries(sql, [row.guid])).get(row.guid) ?? 0);
}

async function requireTenant({ prisma }: Pick<Ctx['db'], 'prisma'>, guid: string): Promise<TenantRow> {
  const row = await findTenant(prisma, guid);
  if (row === null) throw new AppError('notFound');
  return row;
}

export async function listTenants(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<TenantOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const rows = await listTenantsAllTenants(ctx.db.prisma, after, query.limit + 1);
  const sentries = await countSentries(
    ctx.db.console,
    rows.map(({ guid }) => guid),
  );
  return toPage(
    rows,
    query.limit,
    (row) => tenantOf(row, sentries.get(row.guid) ?? 0),
    (row) => [row.nameKey],
  );
}

export const getTenant = async (ctx: Ctx<UserActor>, guid: string): Promise<TenantOut> =>
  toTenantOut(ctx.db.console, await requireTenant(ctx.db, guid));

const EMAIL_TAKEN = 'is already used by another account of this organization';

/** Turns a duplicate e-mail address into a 400. */
async function withUniqueAdministrator(work: () => Promise<SentLinkOut>): Promise<SentLinkOut> {
  try {
    return await work();
  } catch (error) {
    throw isDuplicate(error) ? invalid('administrator', EMAIL_TAKEN) : error;
  }
}

/** Creates a tenant with its defaults, and invites its first administrator. */
export async function addTenant(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /tenants'>,
  created: OnTenantCreated,
): Promise<ResponseOf<'POST /tenants'>> {
  return ctx.db.inTx(async (tx) => {
    const { administrator, ...wanted } = input;
    const guid = await createTenant(ctx, tx, wanted, created);
    const { name } = await requireTenant(tx, guid);
    const invitation = await withUniqueAdministrator(() => inviteAdministrator(ctx, tx, { guid, name }, administrator));
    const tenant = await toTenantOut(tx.sql, await requireTenant(tx, guid));
    await audit(ctx, tx, {
      action: 'TENANT_CREATED',
      target: { kind: 'tenant', guid, name },
      after: { businessStatus: tenant.businessStatus, demo: tenant.demo, administrator },
    });
    return { tenant, invitation };
  });
}

const auditFields = ({ name, businessStatus, demo, suspended }: TenantRow) => ({
  name,
  businessStatus,
  demo,
  suspended,
});

export async function changeTenant(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /tenants/{guid}'>,
  check: (current: TenantOut) => void,
): Promise<TenantOut> {
  return rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const current = await requireTenant(tx, guid);
      check(await toTenantOut(tx.sql, current));
      if (current.isAdminTenant && input.suspended === true)
        throw invalid('suspended', 'the admin tenant cannot be suspended: nobody could reactivate it');
      if (input.demo === true && !current.demo) await assertDemoSlot(tx, guid);
      const changes: TenantChanges = {
        ...(input.name === undefined ? {} : parseResourceName(input.name)),
        ...(input.demo === undefined ? {} : { demo: input.demo }),
        ...(input.businessStatus === undefined ? {} : { businessStatus: input.businessStatus }),
        ...(input.suspended === undefined ? {} : { suspended: input.suspended }),
      };
      const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
      if (!(await updateTenant(tx.prisma, current, changes, at))) throw new AppError('modifiedSince');
      const after = await requireTenant(tx, guid);
      await audit(ctx, tx, {
        action: 'TENANT_CHANGED',
        target: { kind: 'tenant', guid, name: after.name },
        ...difference(auditFields(current), auditFields(after)),
      });
      return toTenantOut(tx.sql, after);
    }),
  );
}

export async function inviteToTenant(ctx: Ctx<UserActor>, guid: string, administrator: string): Promise<SentLinkOut> {
  return withUniqueAdministrator(() =>
    ctx.db.inTx(async (tx) => {
      const { name } = await requireTenant(tx, guid);
      const invitation = await inviteAdministrator(ctx, tx, { guid, name }, administrator);
      await audit(ctx, tx, {
        action: 'TENANT_INVITED',
        target: { kind: 'tenant', guid, name },
        after: { administrator },
      });
      return invitation;
    }),
  );
}
