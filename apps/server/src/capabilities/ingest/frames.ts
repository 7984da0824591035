/** Pictures: rows x columns of float32, stored whole, and what a whole picture says in three numbers. */

import type { FrameBody } from '@picket/contracts/telemetry';
import { pictureColumnsOf } from '@picket/domain/metrics';
import type { z } from 'zod';

export interface DecodedFrame {
  readonly rows: number;
  readonly columns: number;
  /** float32 little-endian, row by row; NaN where unknown. */
  readonly data: Buffer;
}

/**
 * A picture, or the part of it that `mask` includes, as columns: hottest, coldest and mean of a thermal picture, the mean
 * movement of a motion picture. Empty when nothing there is known.
 */
export function frameColumns(
  data: Buffer,
  sensorMetricId: string,
  mask: Uint8Array | null,
): Readonly<Record<string, number>> {
  let max = Number.NEGATIVE_INFINITY;
  let min = Number.POSITIVE_INFINITY;
  let sum = 0;
  let known = 0;
  for (let cell = 0; cell < data.length / 4; cell++) {
    if (mask !== null && mask[cell] === 0) continue;
    const value = data.readFloatLE(cell * 4);
    if (Number.isNaN(value)) continue;
    if (value > max) max = value;
    if (value < min) min = value;
    sum += value;
    known += 1;
  }
  if (known === 0) return {};
  const statistics = { max, min, mean: sum / known };
  return Object.fromEntries(
    pictureColumnsOf(sensorMetricId).map(({ column, statistic }) => [column, statistics[statistic]]),
  );
}

/** The picture, or a sentence that says why it is none. */
export function decodeFrame(frame: z.output<typeof FrameBody>): DecodedFrame | string {
  const cells = frame.rows * frame.columns;
  const data = Buffer.alloc(cells * 4);
  if (typeof frame.data === 'string') {
    const sent = Buffer.from(frame.data, 'base64');
    if (sent.length !== data.length) return `holds ${sent.length} bytes where ${data.length} were announced`;
    sent.copy(data);
  } else {
    if (frame.data.length !== cells) return `holds ${frame.data.length} cells where ${cells} were announced`;
    for (const [index, value] of frame.data.entries()) data.writeFloatLE(value ?? Number.NaN, index * 4);
  }
  for (let cell = 0; cell < cells; cell++) {
    const value = data.readFloatLE(cell * 4);
    if (!Number.isFinite(value) && !Number.isNaN(value)) return 'holds an infinite value';
  }
  return { rows: frame.rows, columns: frame.columns, data };
}
