/**
 * Applies the settings of a sentry to its readings: offsets, and the zones of its pictures. Pure.
 *
 * Input: parsed readings and pictures. Output: the readings to store, including the zones' columns.
 */
import { pictureColumnsOf } from '@picket/domain/metrics';
import { maskFor, type ZoneGrid } from '@picket/domain/zones';
import { zonedColumn } from '@picket/monitor';
import type { FrameZone, IngestSetup } from '../tenant-config/index.ts';
import type { StoredFrame } from '../timeseries/index.ts';
import { frameColumns } from './frames.ts';
import type { ParsedReading } from './parse-readings.ts';

/** `index`: its place in the report it came with. */
type Frame = StoredFrame & { readonly index?: number | undefined };

/** The readings of a report: offsets added (raw values kept beside them), zones' columns computed from its pictures. */
export function applyOffsetsAndZones(
  readings: readonly ParsedReading[],
  frames: readonly Frame[],
  setup: IngestSetup,
): readonly ParsedReading[] {
  if (frames.length === 0 && !setup.hasOffsets) return readings;
  const zoned = frames.flatMap((frame) =>
    setup.zones
      .filter(({ sensorMetricIds }) => sensorMetricIds.includes(frame.sensorMetricId))
      .flatMap((zone) => zoneReadings(frame, zone)),
  );
  const all = [...readings, ...zoned];
  if (!setup.hasOffsets) return all;
  return all.map((reading) => {
    const [column = ''] = reading.column.split('@');
    const offset = reading.value === null ? 0 : setup.offsetOf(reading.sensorMetricId, column, reading.at);
    return offset === 0 || reading.value === null
      ? reading
      : { ...reading, raw: reading.value, value: reading.value + offset };
  });
}

/** A zone's columns for one picture; unknown if the zone does not scale to its size. */
function zoneReadings(frame: Frame, zone: FrameZone): readonly ParsedReading[] {
  const mask = maskOf(zone.grid, frame.rows, frame.columns);
  const known = mask === null ? {} : frameColumns(frame.data, frame.sensorMetricId, mask);
  return frameColumnNames(frame.sensorMetricId).map((column) => ({
    index: frame.index ?? 0,
    sensorMetricId: frame.sensorMetricId,
    column: zonedColumn(column, zone.name),
    at: frame.at,
    value: known[column] ?? null,
  }));
}

/** The columns a picture of this metric is reduced to. */
export const frameColumnNames = (sensorMetricId: string): readonly string[] =>
  pictureColumnsOf(sensorMetricId).map(({ column }) => column);

const masks = new WeakMap<ZoneGrid, Map<string, Uint8Array | null>>();

function maskOf(grid: ZoneGrid, rows: number, columns: number): Uint8Array | null {
  const known = masks.get(grid) ?? new Map<string, Uint8Array | null>();
  masks.set(grid, known);
  const size = `${rows} ${columns}`;
  const found = known.get(size);
  if (found !== undefined) return found;
  const mask = maskFor(grid, rows, columns);
  known.set(size, mask);
  return mask;
}
