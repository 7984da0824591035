/**
 * A policy as it was at an earlier instant, put into the present: as an edit where it still exists, under its old identifier where it
 * was deleted. What it refers to that is gone is left out, and listed.
 */
import type { PolicyContent } from '@picket/domain/policies';
import { changeText, type PolicyChange } from '@picket/domain/policy-changes';
import { violationKeys } from '@picket/domain/violation-keys';
import type { Sql, Tx } from '../../platform/db/database.ts';
import { BringBackError } from '../../platform/db/restored-database.ts';
import type { OperatorActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { listSentryLocations } from '../sentries/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { missingZones, namesOfZones } from '../zones/index.ts';
import { describeEdit } from './changes/describe-edit.ts';
import { changesOut } from './changes/stored-changes.ts';
import { contentOfStored, continueVersions, versionInstant } from './continue-versions.ts';
import {
  findPolicyNamed,
  insertStoredPolicy,
  isUndeletable,
  listEdits,
  listNamedOverrides,
  listStoredVersions,
  type NamedOverride,
  type StoredVersion,
} from './past-policy-store.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { addVersion, contentOf, findPolicy, keysOf, type PolicyRow } from './policy-store.ts';
import { keepPresent, zonesOf } from './present-parts.ts';
import { overrideChanges, putOverrideBack } from './put-back-overrides.ts';
import { recordEdit } from './record-policy-edit.ts';
import { stored } from './stored-policy.ts';

/** A policy as a restored database has it. */
export interface PastPolicy extends PolicyContent {
  readonly guid: string;
  readonly name: string;
  readonly undeletable: boolean;
  /** Oldest first; the last one was in force. */
  readonly versions: readonly StoredVersion[];
  readonly overrides: readonly NamedOverride[];
  /** The edits that made these versions. */
  readonly edits: readonly string[];
  readonly zoneNames: ReadonlyMap<string, string>;
}

/** What came back, or would. */
export interface PutBackPolicy {
  readonly guid: string;
  readonly name: string;
  /** It was deleted. */
  readonly isNew: boolean;
  /** What changes of the policy as it is now, in English. */
  readonly changes: readonly string[];
  /** Names of the sentries whose override is set, and of those whose override ends. */
  readonly overridesSet: readonly string[];
  readonly overridesRemoved: readonly string[];
  /** What it referred to that is gone. */
  readonly leftOut: readonly string[];
}

/** Reads a policy of a restored database; throws where it has none of this guid. */
export async function readPastPolicy(past: Sql, tenant: string, guid: string): Promise<PastPolicy> {
  const versions = await listStoredVersions(past, tenant, guid);
  const last = versions.at(-1);
  if (last === undefined) throw new BringBackError(`there is no policy ${guid} in the restored database`);
  const overrides = await listNamedOverrides(past, tenant, guid);
  const content = contentOfStored(last);
  return {
    ...content,
    guid,
    name: last.name,
    undeletable: await isUndeletable(past, tenant, guid),
    versions,
    overrides,
    edits: (await listEdits(past, tenant, guid, [])).map((edit) => edit.guid),
    zoneNames: await namesOfZones(past, tenant, allZonesOf({ ...content, overrides })),
  };
}

const allZonesOf = ({ definition, overrides }: Pick<PastPolicy, 'definition' | 'overrides'>): readonly string[] => [
  ...new Set([definition, ...overrides.map(({ override }) => override.definition)].flatMap(zonesOf)),
];

/** In one transaction. `dryRun`: nothing is changed. Throws a BringBackError where its name is in use, or nothing differs. */
export function putBackPolicy(
  ctx: Ctx<OperatorActor>,
  past: PastPolicy,
  ports: PolicyPorts,
  dryRun: boolean,
): Promise<PutBackPolicy> {
  return ctx.db.inTx(async (tx) => {
    const { tenant } = ctx.actor;
    await lockEdits(tx.sql, tenant);
    const named = await findPolicyNamed(tx.prisma, tenant, past.name);
    if (named !== null && named.guid !== past.guid)
      throw new BringBackError(`there is another policy named ${named.name}: rename it first`);
    const current = await findPolicy(tx.prisma, tenant, past.guid);
    const sentries = await listSentryLocations(tx.sql, tenant, { visible: 'all' });
    const locations = new Map(sentries.map(({ guid, location }) => [guid, location]));
    const kept = keepPresent(past, {
      missingZones: await missingZones(tx.sql, tenant, 'all', allZonesOf(past)),
      sentries: new Set(locations.keys()),
    });
    const changes = await changesOf(tx.sql, tenant, current, { ...kept, name: past.name });
    const of = { all: past.overrides, kept: kept.overrides };
    const overrides = await overrideChanges(tx, tenant, past.guid, of, locations);
    if (changes.length === 0 && overrides.length === 0)
      throw new BringBackError(`the policy ${past.name} is as it was then already`);
    const result: PutBackPolicy = {
      guid: past.guid,
      name: past.name,
      isNew: current === null,
      changes: changes.map(changeText),
      overridesSet: overrides.filter(({ after }) => after !== null).map(({ sentry }) => sentry.name),
      overridesRemoved: overrides.filter(({ after }) => after === null).map(({ sentry }) => sentry.name),
      leftOut: kept.leftOut,
    };
    if (dryRun) return result;
    if (changes.length > 0) await putContent(ctx, tx, past, { current, changes, ...kept }, ports);
    for (const change of overrides) await putOverrideBack(ctx, tx, past.guid, change, ports);
    const { guid, name, isNew, ...after } = result;
    await audit(ctx, tx, { action: 'POLICY_BROUGHT_BACK', target: { kind: 'policy', guid, name }, after });
    return result;
  });
}

async function changesOf(
  sql: Sql,
  tenant: string,
  current: PolicyRow | null,
  after: PolicyContent & { readonly name: string },
): Promise<readonly PolicyChange[]> {
  if (current === null) return [{ code: 'POLICY_CREATED', subject: after.name, fields: [] }];
  return describeEdit(sql, tenant, { ...contentOf(current), name: current.name }, after);
}

interface ContentChange extends PolicyContent {
  readonly current: PolicyRow | null;
  readonly changes: readonly PolicyChange[];
}

async function putContent(
  ctx: Ctx<OperatorActor>,
  tx: Tx,
  past: PastPolicy,
  { current, changes, definition, doNotDisturb }: ContentChange,
  ports: PolicyPorts,
): Promise<void> {
  const { tenant } = ctx.actor;
  const { guid, name } = past;
  const content = { definition, doNotDisturb };
  const after = stored(name, content);
  if (current === null) {
    await recreate(ctx, tx, past, content, changes);
    await recordEdit(ctx, tx, ports, past, changes, null, after);
    return;
  }
  const old = contentOf(current);
  const suffix = `(${current.version + 1})`;
  const keys = violationKeys(old.definition.violations, keysOf(current), definition.violations, suffix);
  const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
  await addVersion(tx.prisma, tenant, current, { ...content, name, changes, keys, by: ctx.actor }, at);
  await recordEdit(ctx, tx, ports, { guid, name }, changes, stored(current.name, old), after);
}

/** With the versions of then, those of the edits since, which alerts name, and a new one. */
async function recreate(
  ctx: Ctx<OperatorActor>,
  tx: Tx,
  past: PastPolicy,
  content: PolicyContent,
  changes: readonly PolicyChange[],
): Promise<void> {
  let versions = past.versions;
  for (const { guid: _, by, at, ...edit } of await listEdits(tx.sql, ctx.actor.tenant, past.guid, past.edits))
    versions = continueVersions(versions, { ...edit, createdAt: at, createdBy: null, createdByName: by });
  versions = continueVersions(versions, {
    ...content,
    name: past.name,
    changes: changesOut(changes),
    createdAt: versionInstant(versions, ctx.clock.now()),
    createdBy: null,
    createdByName: ctx.actor.name,
  });
  await insertStoredPolicy(tx.prisma, ctx.actor.tenant, past, versions);
}
