/** Motion that a camera sees, as readings of a sensor: the most of each interval, and at once when it begins. */
import { pause } from '../pause.ts';
import type { SensorReading, Source } from '../source.ts';
import { MOTION_COLUMNS, MOTION_ROWS } from './encoder-command.ts';
import { type Motion, MotionDetector } from './motion-detector.ts';

/** The level from which something moves: that of the default policy. */
export const MOTION_LEVEL = 0.05;
/** Reports that are not due by the interval are this far apart. */
const MIN_PAUSE_MS = 2000;
export const MOTION_METRIC = 'camera_motion';

export class MotionSource implements Source {
  readonly name = 'the motion that the camera sees';
  readonly #detector = new MotionDetector();
  #most: (Motion & { readonly at: number }) | null = null;
  #moved = new AbortController();

  /** A picture of the camera. */
  push(gray: Uint8Array, at: number): void {
    const motion = this.#detector.push(gray);
    if (motion === null) return;
    if (this.#most === null || motion.level > this.#most.level) this.#most = { ...motion, at };
    if (motion.level > MOTION_LEVEL) this.#moved.abort();
  }

  async *batches(intervalSeconds: number, signal: AbortSignal) {
    while (!signal.aborted) {
      this.#moved = new AbortController();
      const rest = Math.max(MIN_PAUSE_MS, intervalSeconds * 1000 - MIN_PAUSE_MS);
      await pause(rest, AbortSignal.any([signal, this.#moved.signal]));
      const readings = this.#take();
      if (readings.length > 0) yield { readings };
      await pause(MIN_PAUSE_MS, signal);
    }
  }

  #take(): SensorReading[] {
    const most = this.#most;
    this.#most = null;
    if (most === null) return [];
    const data = new Uint8Array(most.cells.buffer).toBase64();
    return [
      {
        sensorMetricId: MOTION_METRIC,
        at: most.at,
        values: { level: Number(most.level.toFixed(4)) },
        frame: { rows: MOTION_ROWS, columns: MOTION_COLUMNS, data },
      },
    ];
  }
}
