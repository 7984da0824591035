/** Series ids, remembered. A series is made the first time its sentry sends one, outside the ingest transaction. */
import type { Sql } from '../../platform/db/database.ts';
import { insertSeries, loadSeries, type SeriesName, type SeriesRow, seriesKey } from './series-store.ts';

/**
 * More than any device has sensors; a device that makes up names is stopped here. Series of zones are counted apart: each redraw
 * makes new ones and those of the zone as it was stay, so only the ones that a report asks for count.
 */
const MAX_SERIES = 512;
const MAX_SENTRIES = 50_000;

/** A series as it is remembered. `key`: `sensorMetricId.column`, one text for all readings, so that it is hashed once. */
interface KnownSeries {
  readonly id: number;
  readonly key: string;
}

const isOfZone = ({ column }: SeriesName): boolean => column.includes('@');

export interface SeriesCache {
  /**
   * Finds or makes the series of these names, and returns them in their order; null where the sentry has too many series already.
   * `beforeMade`: called with those that did not exist before; where it fails none is made, and it is called again at the next attempt.
   */
  seriesFor(
    sentry: { readonly tenant: string; readonly guid: string },
    names: readonly SeriesName[],
    beforeMade: (names: readonly SeriesName[]) => Promise<void>,
  ): Promise<readonly (KnownSeries | null)[]>;
}

/** The series of a sentry, by metric and column. */
class SentrySeries {
  readonly #byMetric = new Map<string, Map<string, KnownSeries>>();
  /** Without those of zones. */
  ofSensors = 0;

  constructor(rows: readonly SeriesRow[]) {
    this.add(rows);
  }

  readonly find = ({ sensorMetricId, column }: SeriesName): KnownSeries | null =>
    this.#byMetric.get(sensorMetricId)?.get(column) ?? null;

  add(rows: readonly SeriesRow[]): void {
    for (const row of rows) {
      if (this.find(row) !== null) continue;
      const columns = this.#byMetric.get(row.sensorMetricId) ?? new Map<string, KnownSeries>();
      this.#byMetric.set(row.sensorMetricId, columns.set(row.column, { id: row.id, key: seriesKey(row) }));
      if (!isOfZone(row)) this.ofSensors += 1;
    }
  }
}

export function createSeriesCache(sql: Sql): SeriesCache {
  const bySentry = new Map<string, SentrySeries>();

  const known = async (tenant: string, sentryGuid: string): Promise<SentrySeries> => {
    const found = bySentry.get(sentryGuid);
    if (found) return found;
    if (bySentry.size >= MAX_SENTRIES) bySentry.clear();
    const loaded = new SentrySeries(await loadSeries(sql, tenant, sentryGuid));
    bySentry.set(sentryGuid, loaded);
    return loaded;
  };

  return {
    seriesFor: async ({ tenant, guid }, names, beforeMade) => {
      if (names.length === 0) return [];
      const series = await known(tenant, guid);
      const { find } = series;
      const found = names.map(find);
      if (!found.includes(null)) return found;
      const asked = [...new Map(names.map((name) => [seriesKey(name), name])).values()];
      const isMissing = (name: SeriesName): boolean => find(name) === null;
      const room = Math.max(0, MAX_SERIES - series.ofSensors);
      const wanted = [
        ...asked.filter((name) => !isOfZone(name) && isMissing(name)).slice(0, room),
        ...asked.filter(isOfZone).slice(0, MAX_SERIES).filter(isMissing),
      ];
      if (wanted.length === 0) return found;
      await beforeMade(wanted);
      series.add(await insertSeries(sql, tenant, guid, wanted));
      return names.map(find);
    },
  };
}
