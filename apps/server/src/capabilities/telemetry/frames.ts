/** Pictures: rows x columns of float32, stored whole, and what a whole picture says in three numbers. */

import type { FrameBody } from '@picket/contracts';
import type { z } from 'zod';

export interface DecodedFrame {
  readonly rows: number;
  readonly columns: number;
  /** float32 little-endian, row by row; NaN where unknown. */
  readonly data: Buffer;
  readonly extent: { readonly max: number | null; readonly min: number | null; readonly mean: number | null };
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
  let max = Number.NEGATIVE_INFINITY;
  let min = Number.POSITIVE_INFINITY;
  let sum = 0;
  let known = 0;
  for (let index = 0; index < cells; index++) {
    const value = data.readFloatLE(index * 4);
    if (Number.isNaN(value)) continue;
    if (!Number.isFinite(value)) return 'holds an infinite value';
    max = Math.max(max, value);
    min = Math.min(min, value);
    sum += value;
    known += 1;
  }
  const extent = known === 0 ? { max: null, min: null, mean: null } : { max, min, mean: sum / known };
  return { rows: frame.rows, columns: frame.columns, data, extent };
}
