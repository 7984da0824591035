/**
 * A location that is still there, with its name, address, zones and assets as they were, and the policies of its tagging zones that were
 * deleted since; its history is not touched.
 */
import { openDatabase } from '../../platform/db/database.ts';
import { BringBackError } from '../../platform/db/restored-database.ts';
import { contextOf, withTransaction } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { assetsAt, putBackAssets } from '../assets/index.ts';
import { audit } from '../audit/index.ts';
import { findStoredLocation, type OnTimezoneChanged, putBackLocation } from '../locations/index.ts';
import { type PastPolicy, type PolicyPorts, putBackTaggingPolicies } from '../policies/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { putBackZones, type ZonePorts, zonesAt } from '../zones/index.ts';
import { operatorOf } from './bring-back-target.ts';

interface RestoredSettings {
  readonly changes: readonly string[];
  readonly leftOut: readonly string[];
}

interface Asked {
  readonly tenant: string;
  readonly location: string;
  /** Of its tagging zones, of then. */
  readonly policies: readonly PastPolicy[];
  readonly dryRun: boolean;
}

interface Ports {
  readonly edits: PolicyPorts & ZonePorts;
  readonly onTimezoneChanged: OnTimezoneChanged;
}

/** In one transaction, as edits. `dryRun`: nothing is changed. Throws a BringBackError where nothing differs. */
export async function restoreLocationSettings(
  platform: Platform,
  sourceUrl: string,
  { tenant, location, policies: pastPolicies, dryRun }: Asked,
  { edits, onTimezoneChanged }: Ports,
): Promise<RestoredSettings> {
  const past = await readPast(platform, sourceUrl, tenant, location);
  const ctx = contextOf(platform, operatorOf(tenant));
  return platform.db.inTx(async (tx) => {
    await lockEdits(tx.sql, tenant);
    const fields = await putBackLocation(ctx, tx, past.row, dryRun, onTimezoneChanged);
    const zones = await putBackZones(ctx, tx, location, past.zones, edits, dryRun);
    const assets = await putBackAssets(ctx, tx, location, past.assets, dryRun);
    const inTx = withTransaction(ctx, tx);
    const { policies, ...others } = await putBackTaggingPolicies(inTx, location, pastPolicies, edits, dryRun);
    const changes = [...fields, ...zones.changes, ...assets.changes, ...policies.map((policy) => `policy ${policy}`)];
    const leftOut = [...zones.leftOut, ...assets.leftOut, ...others.leftOut];
    const { name, guid } = past.row;
    if (changes.length === 0)
      throw new BringBackError(
        [`the location ${name} is there, with the settings of then`, ...leftOut.map((one) => `left out: ${one}`)].join(
          '; ',
        ),
      );
    if (dryRun) return { changes, leftOut };
    const target = { kind: 'location', guid, name };
    await audit(ctx, tx, { action: 'LOCATION_BROUGHT_BACK', target, after: { changes, leftOut } });
    return { changes, leftOut };
  });
}

async function readPast({ log }: Platform, sourceUrl: string, tenant: string, location: string) {
  const { prisma, close } = openDatabase(sourceUrl, log);
  try {
    const row = await findStoredLocation(prisma, tenant, location);
    if (row === null) throw new RangeError(`location ${location} is not there`);
    return { row, zones: await zonesAt(prisma, tenant, location), assets: await assetsAt(prisma, tenant, location) };
  } finally {
    await close();
  }
}
