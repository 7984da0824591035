/** Series ids, remembered. A series is made the first time its sentry sends one, outside the ingest transaction. */
import type { Sql } from '../../platform/db/database.ts';
import { insertSeries, loadSeries, type SeriesName, seriesKey } from './series-store.ts';

/** More than any device has sensors; a device that makes up names is stopped here. */
const MAX_SERIES = 512;
const MAX_SENTRIES = 50_000;

export interface SeriesCache {
  /**
   * Ids by `sensorMetricId.column`; a name is missing when the sentry has too many series already. `made`: those that did
   * not exist before.
   */
  idsFor(
    sentry: { readonly tenant: string; readonly guid: string },
    names: readonly SeriesName[],
  ): Promise<{ readonly ids: ReadonlyMap<string, number>; readonly created: readonly SeriesName[] }>;
}

export function createSeriesCache(sql: Sql): SeriesCache {
  const bySentry = new Map<string, Map<string, number>>();

  const known = async (tenant: string, sentryGuid: string): Promise<Map<string, number>> => {
    const found = bySentry.get(sentryGuid);
    if (found) return found;
    if (bySentry.size >= MAX_SENTRIES) bySentry.clear();
    const loaded = new Map((await loadSeries(sql, tenant, sentryGuid)).map((row) => [seriesKey(row), row.id]));
    bySentry.set(sentryGuid, loaded);
    return loaded;
  };

  return {
    idsFor: async ({ tenant, guid }, names) => {
      if (names.length === 0) return { ids: new Map(), created: [] };
      const ids = await known(tenant, guid);
      const missing = new Map(names.filter((name) => !ids.has(seriesKey(name))).map((name) => [seriesKey(name), name]));
      const wanted = [...missing.values()].slice(0, Math.max(0, MAX_SERIES - ids.size));
      if (wanted.length > 0)
        for (const row of await insertSeries(sql, tenant, guid, wanted)) ids.set(seriesKey(row), row.id);
      return { ids, created: wanted };
    },
  };
}
