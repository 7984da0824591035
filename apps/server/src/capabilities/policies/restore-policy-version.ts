import type { PolicyOut, SavedPolicyOut } from '@picket/contracts/types';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { editPolicy } from './edit-policy.ts';
import { requirePolicy } from './get-policy.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { findVersion } from './policy-store.ts';
import { inputOf } from './stored-policy.ts';

/** Restores an older version as the newest. */
export async function restoreVersion(
  ctx: Ctx<UserActor>,
  guid: string,
  version: number,
  check: (current: PolicyOut) => void,
  ports: PolicyPorts,
  options: { readonly confirmed?: boolean | undefined } = {},
): Promise<SavedPolicyOut> {
  await requirePolicy(ctx, ctx.db, guid);
  const old = await findVersion(ctx.db.prisma, ctx.actor.tenant, guid, version);
  if (old === null) throw new AppError('notFound');
  return editPolicy(ctx, guid, inputOf(old), check, ports, options);
}
