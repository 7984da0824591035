/** Computes the history of a zone from stored pictures, so that a redrawn zone has one immediately. */
import type { Millis } from '@picket/domain/time';
import { seriesKey, zonedColumn } from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';
import type { FrameZone, IngestSetup } from '../tenant-config/index.ts';
import { insertIfMissing, insertSeries, iterateFrames } from '../timeseries/index.ts';
import { applyOffsetsAndZones, frameColumnNames } from './apply-offsets-and-zones.ts';

/**
 * Fills the series of a zone from the pictures stored since `from`; existing readings stay. Returns the newest reading of each of
 * these series, the caller's state among them: what it does not know would count as new when its picture is sent again.
 */
export async function fillZoneHistory(
  sql: Sql,
  { tenant, guid }: { readonly tenant: string; readonly guid: string },
  sensorMetricId: string,
  zone: FrameZone,
  setup: IngestSetup,
  from: Millis,
  now: Millis,
): Promise<ReadonlyMap<string, Millis>> {
  const names = frameColumnNames(sensorMetricId).map((column) => ({
    sensorMetricId,
    column: zonedColumn(column, zone.name),
  }));
  const rows = await insertSeries(sql, tenant, guid, names);
  const ids = new Map(rows.map((row) => [row.column, row.id]));
  const newest = new Map<string, Millis>();
  for await (const frames of iterateFrames(sql, tenant, guid, sensorMetricId, from)) {
    const readings = applyOffsetsAndZones([], frames, { ...setup, zones: [zone] });
    const known = readings.flatMap(({ column, at, value, raw }) => {
      const seriesId = ids.get(column);
      if (seriesId === undefined) return [];
      // Pictures come oldest first.
      newest.set(seriesKey(sensorMetricId, column), at);
      return [{ seriesId, at, value, raw }];
    });
    await insertIfMissing(sql, new Map([[tenant, known]]), now);
  }
  return newest;
}
