/** Loads the configuration of an organization from the capabilities that own its parts. */
import type { Sql } from '../../platform/db/database.ts';
import { globalPolicies, overridesOfTenant } from '../policies/index.ts';
import { pairedSensors, sensorIntervals, sensorOffsets } from '../sensors/index.ts';
import { unwatchedSentries } from '../sentries/index.ts';
import { getRetention } from '../timeseries/index.ts';
import { zonesOfTenant } from '../zones/index.ts';
import { type ConfigParts, TenantConfig } from './tenant-config.ts';
import { getRevision } from './tenant-config-store.ts';

/** All parts of the returned configuration are of its revision. */
export async function loadTenantConfig(sql: Sql, tenant: string): Promise<TenantConfig> {
  for (;;) {
    const revision = await getRevision(sql, tenant);
    const parts = await loadParts(sql, tenant);
    // An edit was committed between the queries: load again.
    if ((await getRevision(sql, tenant)) === revision) return new TenantConfig(revision, parts);
  }
}

async function loadParts(sql: Sql, tenant: string): Promise<ConfigParts> {
  const [policies, overrides, zones, pairings, intervals, offsets, retention, unwatched] = await Promise.all([
    globalPolicies(sql, tenant),
    overridesOfTenant(sql, tenant),
    zonesOfTenant(sql, tenant),
    pairedSensors(sql, tenant),
    sensorIntervals(sql, tenant),
    sensorOffsets(sql, tenant),
    getRetention(sql, tenant),
    unwatchedSentries(sql, tenant),
  ]);
  return { policies, overrides, zones, pairings, intervals, offsets, retentionDays: retention.READINGS, unwatched };
}
