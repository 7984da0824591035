import type { Sql } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { noteErasure } from '../../platform/wal-archive/erasure-ledger.ts';
import { audit } from '../audit/index.ts';
import type { OperationsPorts } from './operations-ports.ts';
import { deleteBulk, deleteOwned, lockTenant, seriesOf } from './tenant-data-store.ts';
import { listTenantsAllTenants } from './usage-store.ts';

/**
 * A suspended organization has no users and no reports. It can be reactivated between two transactions of its deletion: each of
 * them checks again, and holds off a change until it ends.
 */
async function requireSuspended(sql: Sql, guid: string): Promise<void> {
  const tenant = await lockTenant(sql, guid);
  if (tenant === null) throw new AppError('notFound');
  if (!tenant.suspended)
    throw new AppError('conflict', { message: 'Suspend the organization first: it is deleted for good' });
}

/**
 * Deletes an organization and all its data permanently; the audit logs stay. It is noted before anything is deleted: where that fails,
 * nothing is. An interrupted deletion is completed by repeating it; one that is reactivated meanwhile keeps what is not deleted yet.
 */
export async function deleteTenant(
  ctx: Ctx<UserActor>,
  guid: string,
  { assertNotHeld, eraseClips }: Pick<OperationsPorts, 'assertNotHeld' | 'eraseClips'>,
): Promise<void> {
  const db = ctx.db.acrossTenants;
  const tenant = (await listTenantsAllTenants(db.console)).find((one) => one.guid === guid);
  if (tenant === undefined) throw new AppError('notFound');
  if (guid === ctx.actor.tenant)
    throw new AppError('conflict', { message: 'The admin tenant runs the others and stays' });
  const check = async (sql: Sql): Promise<void> => {
    await requireSuspended(sql, guid);
    await assertNotHeld(sql, guid);
  };
  await db.inTx(async ({ sql }) => {
    await check(sql);
    await noteErasure(ctx, 'TENANT', guid, guid);
  });
  const series = await seriesOf(db.console, guid);
  await deleteBulk(
    db,
    guid,
    series.map(({ id }) => id),
    check,
  );
  await db.inTx(async (tx) => {
    await check(tx.sql);
    await deleteOwned(tx.sql, guid);
    await audit(ctx, tx, {
      action: 'TENANT_DELETED',
      target: { kind: 'tenant', guid, name: tenant.name },
      before: { businessStatus: tenant.businessStatus, contact: tenant.contact, series: series.length },
    });
  });
  await eraseClips(guid);
}
