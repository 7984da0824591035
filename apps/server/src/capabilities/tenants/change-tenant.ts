import type { ParsedBody } from '@picket/contracts/endpoints';
import type { TenantOut } from '@picket/contracts/types';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { noteReactivated } from '../../platform/wal-archive/erasure-ledger.ts';
import { auditForTenant, difference } from '../audit/index.ts';
import { assertDemoSlot } from './create-tenant.ts';
import { requireTenant, toTenantOut } from './tenant-out.ts';
import { type TenantChanges, type TenantRow, updateTenant } from './tenant-store.ts';

const auditFields = ({ name, businessStatus, demo, suspended }: TenantRow) => ({
  name,
  businessStatus,
  demo,
  suspended,
});

/** Changes any tenant. The admin tenant cannot be suspended. */
export async function changeTenant(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /tenants/{guid}'>,
  check: (current: TenantOut) => void,
): Promise<TenantOut> {
  return rejectDuplicateName(() =>
    ctx.db.acrossTenants.inTx(async (tx) => {
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
      // Its row is locked: another deletion is noted after this.
      if (current.suspended && input.suspended === false) await noteReactivated(ctx, guid);
      const after = await requireTenant(tx, guid);
      await auditForTenant(ctx, tx, guid, {
        action: 'TENANT_CHANGED',
        target: { kind: 'tenant', guid, name: after.name },
        ...difference(auditFields(current), auditFields(after)),
      });
      return toTenantOut(tx.sql, after);
    }),
  );
}
