/**
 * Brings a location back that was deleted by mistake: from a database that was restored to an instant before, into the organization that
 * goes on; one that is still there gets its settings of then. One transaction, as with an organization. Its alerts were not deleted with it: they are there, cleared, and monitoring begins
 * from nothing. The policies of its tagging zones, which were deleted with it, follow once it is there; a repetition brings those that are
 * missing. What is on purpose not as it was then is listed.
 */

import type { Sql } from '../../platform/db/database.ts';
import { BringBackError } from '../../platform/db/restored-database.ts';
import { contextOf } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../audit/index.ts';
import type { OnTimezoneChanged } from '../locations/index.ts';
import { type PolicyPorts, putBackTaggingPolicies, readPastTaggingPolicies } from '../policies/index.ts';
import { ensurePackedPartitions } from '../timeseries/index.ts';
import type { ZonePorts } from '../zones/index.ts';
import { type BothDatabases, sqlOf, withBothDatabases } from './both-databases.ts';
import {
  type BringBackRequest,
  operatorOf,
  type RowCounts,
  requireOneMatch,
  requireTenantNow,
  totalOf,
} from './bring-back-target.ts';
import {
  auditEndOf,
  copyLocation,
  countLocation,
  findLocationRow,
  listLeftOut,
  listOverriddenPolicies,
  listPackedMonthsOf,
  listPastSentries,
  type PastSentry,
  readPresent,
  type Selection,
} from './past-location-store.ts';
import { findPastLocations } from './past-store.ts';
import { restoreLocationSettings } from './restore-location-settings.ts';

export interface BroughtBackLocation {
  readonly guid: string;
  readonly name: string;
  readonly tenantName: string;
  readonly rows: RowCounts;
  /** It was there: what changes of its settings; null: it was deleted. */
  readonly changes: readonly string[] | null;
  /** Names of the sentries that come back and are not removed. */
  readonly sentries: readonly string[];
  /** Names of the policies of its tagging zones that come back with it. */
  readonly policies: readonly string[];
  readonly leftOut: readonly string[];
}

/** In the transaction that brings a location back: monitoring begins, and consoles learn of it. */
export type OnLocationBroughtBack = (
  sql: Sql,
  back: {
    readonly tenant: string;
    readonly location: string;
    readonly sentries: readonly { readonly guid: string; readonly isActive: boolean }[];
  },
) => Promise<void>;

/** What follows in the running installation. */
interface LocationBackPorts {
  readonly onLocationBroughtBack: OnLocationBroughtBack;
  readonly onTimezoneChanged: OnTimezoneChanged;
  readonly edits: PolicyPorts & ZonePorts;
}

interface Steps {
  readonly ports: LocationBackPorts;
  readonly onTable: (name: string, share: number) => void;
}

/** `sourceUrl`: of the restored database. Throws a BringBackError. */
export async function bringBackLocation(
  platform: Platform,
  sourceUrl: string,
  request: BringBackRequest,
  steps: Steps,
): Promise<BroughtBackLocation> {
  const { nameOrGuid, tenant: tenantNameOrGuid, dryRun } = request;
  const back = await withBothDatabases(platform, sourceUrl, async (both): Promise<BroughtBackLocation> => {
    const matches = await findPastLocations(sqlOf(both.source), nameOrGuid, tenantNameOrGuid);
    const found = requireOneMatch('location', nameOrGuid, matches);
    const tenant = await requireTenantNow(platform, found.tenant);
    const named = { guid: found.guid, name: found.name, tenantName: tenant.name };
    const policies = await readPastTaggingPolicies(sqlOf(both.source), tenant.guid, found.guid);
    if ((await findLocationRow(both.target, tenant.guid, found.guid)) !== null) {
      const asked = { tenant: tenant.guid, location: found.guid, policies, dryRun };
      const settings = await restoreLocationSettings(platform, sourceUrl, asked, steps.ports);
      return { ...named, rows: {}, sentries: [], policies: [], ...settings };
    }
    const planned = await plan(both, tenant.guid, found.guid, new Set(policies.map(({ guid }) => guid)));
    const { shown: sentries, leftOut } = planned;
    const rows = dryRun
      ? await countLocation(both.source, tenant.guid, planned.selection)
      : await copyAll(platform, both, tenant.guid, { ...planned, ...named }, steps);
    const ctx = contextOf(platform, operatorOf(tenant.guid));
    const put = await putBackTaggingPolicies(ctx, found.guid, policies, steps.ports.edits, dryRun);
    return { ...named, changes: null, sentries, rows, policies: put.policies, leftOut: [...leftOut, ...put.leftOut] };
  });
  if (!dryRun) platform.pubSub.notify();
  return back;
}

interface Plan {
  readonly selection: Selection;
  readonly back: readonly PastSentry[];
  /** Names of those that are not removed. */
  readonly shown: readonly string[];
  readonly leftOut: readonly string[];
}

/** `followed`: policies that come back afterwards, with their overrides. */
async function plan(
  { source, target }: BothDatabases,
  tenant: string,
  location: string,
  followed: ReadonlySet<string>,
): Promise<Plan> {
  const past = await findLocationRow(source, tenant, location);
  if (past === null) throw new RangeError(`location ${location} is not there`);
  const sentries = await listPastSentries(source, tenant, location);
  const overridden = await listOverriddenPolicies(
    source,
    tenant,
    sentries.map(({ guid }) => guid),
  );
  const present = await readPresent(target, tenant, {
    nameKey: past.nameKey,
    sentries,
    policies: [...overridden.keys()],
    auditEnd: await auditEndOf(source, tenant),
  });
  if (present.named !== null)
    throw new BringBackError(`there is another location named ${present.named}: rename it first`);
  // What stands for an integration is added with it.
  const back = sentries.filter(({ guid, kind }) => !present.sentries.has(guid) && kind !== 'GATEWAY');
  const trusted = back.filter(({ guid, isActive }) => isActive && !present.untrusted.has(guid));
  const guidsOf = (some: readonly PastSentry[]): readonly string[] => some.map(({ guid }) => guid);
  return {
    selection: {
      location,
      sentries: guidsOf(back),
      trusted: guidsOf(trusted),
      policies: [...present.policies],
    },
    back,
    shown: back.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name),
    leftOut: [
      ...sentries.flatMap(({ guid, name }) =>
        present.sentries.has(guid) ? [`the sentry ${name}: it is there already, at another location`] : [],
      ),
      ...back.flatMap((sentry) => deviceLeftOut(sentry, present.untrusted.has(sentry.guid))),
      ...[...overridden].flatMap(([guid, name]) =>
        present.policies.has(guid) || followed.has(guid)
          ? []
          : [`overrides of the policy ${name}: it is not there any more`],
      ),
      ...(await listLeftOut(source, tenant, location)),
    ],
  };
}

/** Why a sentry comes back without its device. */
function deviceLeftOut({ name, kind, isActive }: PastSentry, isUntrusted: boolean): readonly string[] {
  if (!isActive) return [];
  if (kind === 'ADOPTED') return [`the device of ${name}: adopt it again`];
  return isUntrusted
    ? [`the token of ${name}: its device was exchanged since or is another sentry now, so activate it again`]
    : [];
}

async function copyAll(
  platform: Platform,
  { source, target }: BothDatabases,
  tenant: string,
  { selection, back, shown, leftOut, guid, name }: Plan & Pick<BroughtBackLocation, 'guid' | 'name'>,
  { ports, onTable }: Steps,
): Promise<RowCounts> {
  const months = await listPackedMonthsOf(source, tenant, selection.sentries);
  await ensurePackedPartitions(platform.db, months, new Set());
  await target.query('BEGIN');
  const rows = await copyLocation(source, tenant, selection, target, onTable);
  const sql = sqlOf(target);
  await ports.onLocationBroughtBack(sql, {
    tenant,
    location: selection.location,
    sentries: back.filter(({ isRemoved }) => !isRemoved),
  });
  await audit(
    contextOf(platform, operatorOf(tenant)),
    { sql },
    {
      action: 'LOCATION_BROUGHT_BACK',
      target: { kind: 'location', guid, name },
      after: { rows: totalOf(rows), sentries: shown, leftOut },
    },
  );
  await target.query('COMMIT');
  return rows;
}
