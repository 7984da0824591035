import type { ParsedBody } from '@picket/contracts/endpoints';
import type { PolicyOut, SavedPolicyOut } from '@picket/contracts/types';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { violationKeys } from '@picket/domain/violation-keys';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { lockEdits } from '../tenants/index.ts';
import { describeEdit } from './changes/describe-edit.ts';
import { warningsFor, warningsOut } from './check-warnings.ts';
import { getPolicy, requirePolicy } from './get-policy.ts';
import { checkContent, visibleZoneScope } from './policy-checks.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { addVersion, contentOf, keysOf, type PolicyRow, toPolicy } from './policy-store.ts';
import { recordEdit } from './record-policy-edit.ts';
import { stored } from './stored-policy.ts';

type Input = ParsedBody<'PATCH /policies/{guid}'>;

const before = (row: PolicyRow): NamedContent => ({ ...contentOf(row), name: row.name });

/** The content with what the input names; what it leaves out stays. */
const afterEdit = (current: NamedContent, input: Input): NamedContent => ({
  name: input.name === undefined ? current.name : parseResourceName(input.name).name,
  definition: input.definition ?? current.definition,
  doNotDisturb: input.doNotDisturb === undefined ? current.doNotDisturb : input.doNotDisturb,
});

/** Creates a new version, unless nothing changes. `confirmed`: a person was shown the warnings and saves anyway. */
export async function editPolicy(
  ctx: Ctx<UserActor>,
  guid: string,
  input: Input,
  check: (current: PolicyOut) => void,
  ports: PolicyPorts,
  { confirmed = false }: { readonly confirmed?: boolean | undefined } = {},
): Promise<SavedPolicyOut> {
  const { tenant } = ctx.actor;
  const known = before(await requirePolicy(ctx, ctx.db, guid));
  const scope = { policy: guid, sentry: null };
  const warnings = await warningsFor(ctx.db.console, tenant, known, afterEdit(known, input), scope, ports);
  await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      await lockEdits(tx.sql, tenant);
      const current = await requirePolicy(ctx, tx, guid);
      check(toPolicy(current));
      const old = before(current);
      const after = afterEdit(old, input);
      await checkContent(tx.sql, visibleZoneScope(ctx.actor), after, current.undeletable);
      const changes = await describeEdit(tx.sql, tenant, old, after);
      if (changes.length === 0) return;
      const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
      const suffix = `(${current.version + 1})`;
      const keys = violationKeys(old.definition.violations, keysOf(current), after.definition.violations, suffix);
      if (!(await addVersion(tx.prisma, tenant, current, { ...after, changes, keys, by: ctx.actor }, at)))
        throw new AppError('modifiedSince');
      const policy = { guid, name: after.name };
      const warned = { warnings, confirmed };
      await recordEdit(ctx, tx, ports, policy, changes, stored(old.name, old), stored(after.name, after), warned);
    }),
  );
  ctx.pubSub.notify();
  return { ...(await getPolicy(ctx, guid)), warnings: warningsOut(warnings) };
}
