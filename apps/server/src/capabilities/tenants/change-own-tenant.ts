import type { ParsedBody } from '@picket/contracts/endpoints';
import type { OwnTenantOut } from '@picket/contracts/types';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { requireOwnTenant, toOwnTenant } from './own-tenant.ts';
import { type TenantRow, updateTenant } from './tenant-store.ts';

const auditFields = ({ name, requireMfa }: TenantRow) => ({ name, requireMfa });

/** Changes the name of the own tenant, and whether it requires a second factor. */
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
