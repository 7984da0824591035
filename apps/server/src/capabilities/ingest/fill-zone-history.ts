/** Computes the history of a zone from stored pictures, so that a redrawn zone has one immediately. */
import type { Millis } from '@picket/domain/time';
import { zonedColumn } from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';
import type { FrameZone, IngestSetup } from '../tenant-config/index.ts';
import { insertIfMissing, insertSeries, iterateFrames } from '../timeseries/index.ts';
import { applyOffsetsAndZones, frameColumnNames } from './apply-offsets-and-zones.ts';

/** Fills the series of a zone from the pictures stored since `from`; existing readings stay. Returns how many pictures were processed. */
export async function fillZoneHistory(
  sql: Sql,
  { tenant, guid }: { readonly tenant: string; readonly guid: string },
  sensorMetricId: string,
  zone: FrameZone,
  setup: IngestSetup,
  from: Millis,
  now: Millis,
): Promise<number> {
  const names = frameColumnNames(sensorMetricId).map((column) => ({
    sensorMetricId,
    column: zonedColumn(column, zone.name),
  }));
  const rows = await insertSeries(sql, tenant, guid, names);
  const ids = new Map(rows.map((row) => [row.column, row.id]));
  let seen = 0;
  for await (const frames of iterateFrames(sql, tenant, guid, sensorMetricId, from)) {
    const readings = applyOffsetsAndZones([], frames, { ...setup, zones: [zone] });
    const known = readings.flatMap(({ column, at, value, raw }) => {
      const seriesId = ids.get(column);
      return seriesId === undefined ? [] : [{ seriesId, at, value, raw }];
    });
    await insertIfMissing(sql, new Map([[tenant, known]]), now);
    seen += frames.length;
  }
  return seen;
}
