import type { ParsedBody } from '@picket/contracts/endpoints';
import type { SavedPolicyOut } from '@picket/contracts/types';
import type { PolicyContent } from '@picket/domain/policies';
import type { PolicyChange } from '@picket/domain/policy-changes';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { lockEdits } from '../tenants/index.ts';
import { changesOut } from './changes/stored-changes.ts';
import { warningsFor, warningsOut } from './check-warnings.ts';
import { continueVersions, versionInstant } from './continue-versions.ts';
import { getPolicy } from './get-policy.ts';
import { insertStoredPolicy, type StoredVersion } from './past-policy-store.ts';
import { checkContent, visibleZoneScope } from './policy-checks.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { recordEdit } from './record-policy-edit.ts';
import { stored } from './stored-policy.ts';

interface Creation {
  readonly guid?: string;
  readonly confirmed?: boolean | undefined;
  /** Of a policy that comes back: the versions that it had, oldest first. */
  readonly versions?: readonly StoredVersion[];
}

export async function createPolicy(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /policies'>,
  ports: PolicyPorts,
  { guid = newGuid(), confirmed = false, versions = [] }: Creation = {},
): Promise<SavedPolicyOut> {
  const { name } = parseResourceName(input.name);
  const content: PolicyContent = { definition: input.definition, doNotDisturb: input.doNotDisturb ?? null };
  const changes: readonly PolicyChange[] = [{ code: 'POLICY_CREATED', subject: name, fields: [] }];
  const warnings = await warningsFor(
    ctx.db.console,
    ctx.actor.tenant,
    null,
    content,
    { policy: null, sentry: null },
    ports,
  );
  await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      await lockEdits(tx.sql, ctx.actor.tenant);
      await checkContent(tx.sql, visibleZoneScope(ctx.actor), content);
      const all = continueVersions(versions, {
        ...content,
        name,
        changes: changesOut(changes),
        createdAt: versionInstant(versions, ctx.clock.now()),
        createdBy: ctx.actor.guid,
        createdByName: ctx.actor.name,
      });
      await insertStoredPolicy(tx.prisma, ctx.actor.tenant, { guid, undeletable: false }, all);
      await recordEdit(ctx, tx, ports, { guid, name }, changes, null, stored(name, content), {
        warnings,
        confirmed,
      });
    }),
  );
  ctx.pubSub.notify();
  return { ...(await getPolicy(ctx, guid)), warnings: warningsOut(warnings) };
}
