import type { ParsedBody } from '@picket/contracts/endpoints';
import type { PolicyOut } from '@picket/contracts/types';
import type { PolicyContent } from '@picket/domain/policies';
import { type PolicyChange, policyChanges, violationKeys } from '@picket/domain/policy-changes';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { getPolicy, requirePolicy } from './get-policy.ts';
import { checkContent, visibleZoneScope } from './policy-checks.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { addVersion, contentOf, keysOf, toPolicy } from './policy-store.ts';
import { recordEdit } from './record-policy-edit.ts';
import { stored } from './stored-policy.ts';

/** Creates a new version, unless nothing changes. */
export async function editPolicy(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /policies/{guid}'>,
  check: (current: PolicyOut) => void,
  ports: PolicyPorts,
): Promise<PolicyOut> {
  await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const current = await requirePolicy(ctx, tx, guid);
      check(toPolicy(current));
      const before = contentOf(current);
      const name = input.name === undefined ? current.name : parseResourceName(input.name).name;
      const after: PolicyContent = {
        definition: input.definition ?? before.definition,
        doNotDisturb: input.doNotDisturb === undefined ? before.doNotDisturb : input.doNotDisturb,
      };
      await checkContent(tx.sql, visibleZoneScope(ctx.actor), after, current.undeletable);
      const renamed: readonly PolicyChange[] =
        name === current.name
          ? []
          : [
              {
                code: 'NAME_CHANGED',
                subject: current.name,
                fields: [{ field: 'name', before: current.name, after: name }],
              },
            ];
      const changes = [...renamed, ...policyChanges(before, after)];
      if (changes.length === 0) return;
      const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
      const suffix = `(${current.version + 1})`;
      const keys = violationKeys(before.definition.violations, keysOf(current), after.definition.violations, suffix);
      if (!(await addVersion(tx.prisma, current, { ...after, name, changes, keys, by: ctx.actor }, at)))
        throw new AppError('modifiedSince');
      await recordEdit(ctx, tx, ports, { guid, name }, changes, stored(current.name, before), stored(name, after));
    }),
  );
  ctx.pubSub.notify();
  return getPolicy(ctx, guid);
}
