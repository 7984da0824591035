/** Create, edit, delete policies, and go back to older versions (monitor rules: Policies, overrides, changes). */
import {
  DoNotDisturb,
  type ParsedBody,
  PolicyDefinition,
  type PolicyOut,
  type PolicyVersionOut,
} from '@picket/contracts';
import {
  changeText,
  DEFAULT_POLICIES,
  type PolicyChange,
  type PolicyContent,
  type PolicyOverride,
  policyChanges,
  violationKeys,
} from '@picket/domain';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';

import type { OnConfigChanged } from '../sentries/index.ts';
import type { OnPolicyEdited } from '../zones/index.ts';
import { hiddenPolicies } from './hidden-policies.ts';
import { overridesOfPolicy } from './overrides/override-store.ts';
import { boundLocation, checkContent, visibleZoneScope } from './policy-checks.ts';
import {
  addVersion,
  contentOf,
  deletePolicyRow,
  findPolicy,
  findVersion,
  insertDefault,
  insertPolicy,
  keysOf,
  listPolicies,
  listVersions,
  type PolicyRow,
  toPolicy,
} from './policy-store.ts';

export interface PolicyPorts {
  readonly configChanged: OnConfigChanged;
  readonly policyEdited: OnPolicyEdited;
}

/** A policy as an edit can be reverted to. */
export interface StoredContent extends PolicyContent {
  readonly kind: 'POLICY';
  readonly name: string;
  /** Its overrides when it was deleted. */
  readonly overrides?: readonly { readonly sentry: string; readonly override: PolicyOverride }[];
}

/** The policies every organization starts with (specification, section 9). */
export async function createDefaultPolicies(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  tenantGuid: string,
): Promise<void> {
  const at = new Date(platform.clock.now());
  for (const policy of DEFAULT_POLICIES) await insertDefault(tx.prisma, tenantGuid, policy, at);
}

export async function listVisiblePolicies(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<PolicyOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const hidden = await hiddenPolicies(ctx);
  const rows = await listPolicies(ctx.db.prisma, ctx.actor.tenant, hidden, after, query.limit + 1);
  return toPage(rows, query.limit, toPolicy, (row) => [row.nameKey]);
}

export const getPolicy = async (ctx: Ctx<UserActor>, guid: string): Promise<PolicyOut> =>
  toPolicy(await requirePolicy(ctx, ctx.db, guid));

/** The policy, or a 404, also when it is bound to locations the user may not view. */
export async function requirePolicy(
  ctx: Ctx<UserActor>,
  { prisma }: Pick<Tx, 'prisma'>,
  guid: string,
): Promise<PolicyRow> {
  const row = await findPolicy(prisma, ctx.actor.tenant, guid);
  if (row === null || (await hiddenPolicies(ctx)).includes(guid)) throw new AppError('notFound');
  return row;
}

export async function listPolicyVersions(
  ctx: Ctx<UserActor>,
  guid: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<PolicyVersionOut>> {
  await requirePolicy(ctx, ctx.db, guid);
  const [before] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const number = before !== undefined && /^\d{1,9}$/u.test(before) ? Number(before) : null;
  const rows = await listVersions(ctx.db.prisma, guid, number, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => row,
    (row) => [String(row.version)],
  );
}

/** Marks the configuration as changed, and stores the edit with the content before and after. */
async function recordEdit(
  ctx: Ctx<UserActor>,
  tx: Tx,
  ports: PolicyPorts,
  policy: { readonly guid: string; readonly name: string },
  changes: readonly PolicyChange[],
  before: StoredContent | null,
  after: StoredContent | null,
): Promise<void> {
  const { tenant, name: by } = ctx.actor;
  await ports.configChanged(tx, { tenant, sentries: 'all' });
  const content = after ?? before;
  await ports.policyEdited(tx, {
    tenant,
    // An edit of a policy bound to one location is visible there only.
    location: content === null ? null : await boundLocation(tx.sql, tenant, content.definition),
    sentry: null,
    policy: policy.guid,
    title: policy.name,
    by,
    at: ctx.clock.now(),
    changes,
    before,
    after,
  });
  const texts = changes.map(changeText);
  const action = before === null ? 'POLICY_CREATED' : after === null ? 'POLICY_DELETED' : 'POLICY_CHANGED';
  const fields =
    before === null || after === null
      ? { ...(before === null ? {} : { before: { ...before } }), after: { ...after, changes: texts } }
      : difference({ ...before }, { ...after, changes: texts });
  await audit(ctx, tx, { action, target: { kind: 'policy', guid: policy.guid, name: policy.name }, ...fields });
}

const stored = (name: string, { definition, doNotDisturb }: PolicyContent): StoredContent => ({
  kind: 'POLICY',
  name,
  definition,
  doNotDisturb,
});

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

/** Restores an older version as the newest. */
export async function restoreVersion(
  ctx: Ctx<UserActor>,
  guid: string,
  version: number,
  check: (current: PolicyOut) => void,
  ports: PolicyPorts,
): Promise<PolicyOut> {
  await requirePolicy(ctx, ctx.db, guid);
  const old = await findVersion(ctx.db.prisma, guid, version);
  if (old === null) throw new AppError('notFound');
  return editPolicy(ctx, guid, inputOf(old), check, ports);
}

/** Stored content as input for a creation or an edit. */
export const inputOf = ({ name, definition, doNotDisturb }: PolicyContent & { readonly name: string }) => ({
  name,
  definition: PolicyDefinition.parse(definition),
  doNotDisturb: doNotDisturb === null ? null : DoNotDisturb.parse(doNotDisturb),
});

/** More sentries than any organization has. */
const MAX_OVERRIDES = 100_000;

export async function deletePolicy(
  ctx: Ctx<UserActor>,
  guid: string,
  check: (current: PolicyOut) => void,
  ports: PolicyPorts,
): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const current = await requirePolicy(ctx, tx, guid);
    check(toPolicy(current));
    if (current.undeletable)
      throw new AppError('conflict', { message: `The ${current.name} policy cannot be deleted` });
    const own = await overridesOfPolicy(tx.prisma, guid, 'all', null, MAX_OVERRIDES);
    await deletePolicyRow(tx.prisma, guid);
    const changes: readonly PolicyChange[] = [{ code: 'POLICY_DELETED', subject: current.name, fields: [] }];
    const before: StoredContent = {
      ...stored(current.name, contentOf(current)),
      overrides: own.map(({ sentryGuid, override }) => ({ sentry: sentryGuid, override })),
    };
    await recordEdit(ctx, tx, ports, current, changes, before, null);
  });
  ctx.pubSub.notify();
}
