/** The values that stored pictures have in a zone that was drawn over them. */
import { leadingColumnOf, pictureColumnsOf } from '@picket/domain/metrics';
import { formatInstant, type Millis } from '@picket/domain/time';
import { type Reading, seriesKey, zonedColumn } from '@picket/monitor';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { applyOffsetsAndZones } from '../../ingest/index.ts';
import type { SentryLocationRow } from '../../sentries/index.ts';
import type { IngestSetup } from '../../tenant-config/index.ts';
import { countFrames, iterateFrames } from '../../timeseries/index.ts';
import type { ZoneConfig } from '../../zones/index.ts';
import type { TimeRange } from './parse-range.ts';

/** 1 GB: more than a month of 24 x 32 in ten seconds each, or 800 pictures of 480 x 640. */
const MAX_CELLS = 250_000_000;
const MAX_POINTS = 400;

export interface ZonePictures {
  readonly place: SentryLocationRow;
  /** With the zone alone. */
  readonly setup: IngestSetup;
  readonly zone: ZoneConfig;
  readonly sensorMetricId: string;
}

/** The series of the zone. */
export const zoneSeriesOf = ({ zone, sensorMetricId }: ZonePictures): ReadonlySet<string> =>
  new Set(
    pictureColumnsOf(sensorMetricId).map(({ column }) => seriesKey(sensorMetricId, zonedColumn(column, zone.name))),
  );

/** Returns the number of pictures in the range. Throws a 422 where they are too many, or more than `most` readings. */
export async function assertFewPictures(
  sql: Sql,
  { place, sensorMetricId }: ZonePictures,
  { from, to }: TimeRange,
  most: number,
): Promise<number> {
  const { tenant, guid } = place;
  const { pictures, cells } = await countFrames(sql, tenant, guid, sensorMetricId, new Date(from), new Date(to));
  if (cells > MAX_CELLS || pictures * pictureColumnsOf(sensorMetricId).length > most)
    throw new AppError('unprocessable', {
      message: 'There are too many pictures in this stretch; choose a shorter one, or fewer violations',
    });
  return pictures;
}

export async function* iterateZoneReadings(
  sql: Sql,
  { place, setup, sensorMetricId }: ZonePictures,
  { from, to }: TimeRange,
): AsyncGenerator<readonly Reading[]> {
  for await (const frames of iterateFrames(sql, place.tenant, place.guid, sensorMetricId, from)) {
    const wanted = frames.filter(({ at }) => at < to);
    yield applyOffsetsAndZones([], wanted, setup).map(({ column, at, value }) => ({
      series: seriesKey(sensorMetricId, column),
      at,
      value,
    }));
    if (wanted.length < frames.length) return;
  }
}

/** The highest value of each of MAX_POINTS stretches of a range, of the zone's leading column. */
export class HighestValues {
  readonly #series: string;
  readonly #range: TimeRange;
  readonly #found = new Map<number, { at: Millis; value: number }>();

  constructor({ sensorMetricId, zone }: ZonePictures, range: TimeRange) {
    this.#series = seriesKey(sensorMetricId, zonedColumn(leadingColumnOf(sensorMetricId), zone.name));
    this.#range = range;
  }

  /** Passes readings on. */
  async *observe(batches: AsyncIterable<readonly Reading[]>): AsyncGenerator<readonly Reading[]> {
    for await (const readings of batches) {
      for (const reading of readings) this.#add(reading);
      yield readings;
    }
  }

  points(): { at: string; value: number }[] {
    return [...this.#found.values()].map(({ at, value }) => ({ at: formatInstant(at), value }));
  }

  #add({ series, at, value }: Reading): void {
    if (series !== this.#series || value === null) return;
    const { from, to } = this.#range;
    const bucket = Math.floor(((at - from) / (to - from)) * MAX_POINTS);
    const most = this.#found.get(bucket);
    if (most === undefined || value > most.value) this.#found.set(bucket, { at, value });
  }
}
