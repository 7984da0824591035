/** Motion in small gray pictures: the cells that changed since the picture before. */

/** Of 255: less is noise of the sensor, and of its encoding. */
const CHANGED_BY = 16;
/** More than this share at once is the light that was switched, or the camera that adapts to it. */
const LIGHT_SHARE = 0.8;

export interface Motion {
  /** The share of changed cells, from 0 to 1. */
  readonly level: number;
  /** For each cell 1 where it changed, else 0. */
  readonly cells: Float32Array;
}

export class MotionDetector {
  #before: Uint8Array | null = null;

  /** The motion since the picture before; null: there was none. */
  push(gray: Uint8Array): Motion | null {
    const before = this.#before;
    this.#before = gray;
    if (before === null || before.length !== gray.length) return null;
    // What all cells changed by together is light.
    const light = medianDifference(before, gray);
    const cells = Float32Array.from(gray, (value, cell) =>
      Math.abs(value - (before[cell] ?? 0) - light) > CHANGED_BY ? 1 : 0,
    );
    const level = cells.reduce((sum, cell) => sum + cell, 0) / Math.max(1, cells.length);
    if (level > LIGHT_SHARE) return { level: 0, cells: new Float32Array(cells.length) };
    return { level, cells };
  }
}

function medianDifference(before: Uint8Array, after: Uint8Array): number {
  const differences = Array.from(after, (value, cell) => value - (before[cell] ?? 0)).sort((one, other) => one - other);
  return differences[Math.floor(differences.length / 2)] ?? 0;
}
