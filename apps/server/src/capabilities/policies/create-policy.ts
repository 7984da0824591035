import type { ParsedBody } from '@picket/contracts/endpoints';
import type { PolicyOut } from '@picket/contracts/types';
import type { PolicyContent } from '@picket/domain/policies';
import type { PolicyChange } from '@picket/domain/policy-changes';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { getPolicy } from './get-policy.ts';
import { checkContent, visibleZoneScope } from './policy-checks.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { insertPolicy } from './policy-store.ts';
import { recordEdit } from './record-policy-edit.ts';
import { stored } from './stored-policy.ts';

export async function createPolicy(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /policies'>,
  ports: PolicyPorts,
  guid = newGuid(),
): Promise<PolicyOut> {
  const { name } = parseResourceName(input.name);
  const content: PolicyContent = { definition: input.definition, doNotDisturb: input.doNotDisturb ?? null };
  const changes: readonly PolicyChange[] = [{ code: 'POLICY_CREATED', subject: name, fields: [] }];
  await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      await checkContent(tx.sql, visibleZoneScope(ctx.actor), content);
      const version = { ...content, name, changes, keys: {}, by: ctx.actor };
      await insertPolicy(tx.prisma, ctx.actor.tenant, guid, version, new Date(ctx.clock.now()));
      await recordEdit(ctx, tx, ports, { guid, name }, changes, null, stored(name, content));
    }),
  );
  ctx.pubSub.notify();
  return getPolicy(ctx, guid);
}
