/**
 * Readings that the server rejected as future: one of the two clocks is wrong, and the device cannot know which. They are kept
 * on disk and sent again later, when the clocks agree or the time has passed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from '@picket/files';
import type { SensorReading } from './source.ts';

/** So many fit on a small disk; above this limit the oldest are dropped. They are not dropped for their time: that of the server may be wrong. */
const MAX_READINGS = 50_000;

interface PostponedReadings<Item> {
  readonly attempts: number;
  readonly readings: readonly Item[];
}

const NONE: PostponedReadings<never> = { attempts: 0, readings: [] };

export class Postponed<Item = SensorReading> {
  readonly #file: string;
  #kept: PostponedReadings<Item>;
  /** Readings that found no room, since the start. */
  dropped = 0;

  /** `folder` exists. */
  constructor(folder: string) {
    this.#file = join(folder, 'postponed.json');
    this.#kept = existsSync(this.#file) ? parsePostponed(readFileSync(this.#file, 'utf8')) : NONE;
  }

  get size(): number {
    return this.#kept.readings.length;
  }

  /** How often readings were sent again and refused, since some were taken. */
  get attempts(): number {
    return this.#kept.attempts;
  }

  add(readings: readonly Item[]): void {
    if (readings.length === 0) return;
    const all = [...this.#kept.readings, ...readings];
    const most = all.slice(-MAX_READINGS);
    this.dropped += all.length - most.length;
    this.#keep({ ...this.#kept, readings: most });
  }

  /** Hands all of them to `again`, and forgets them once it has them. */
  sendAgain(resend: (readings: readonly Item[]) => void): void {
    const { attempts, readings } = this.#kept;
    if (readings.length === 0) return;
    resend(readings);
    this.#keep({ attempts: attempts + 1, readings: [] });
  }

  /** A report was taken as a whole: the clocks agree again. */
  reset(): void {
    if (this.#kept.attempts > 0 && this.size === 0) this.#keep(NONE);
  }

  #keep(kept: PostponedReadings<Item>): void {
    this.#kept = kept;
    try {
      writeFileDurably(this.#file, JSON.stringify(kept), 0o600);
    } catch {
      // A full disk keeps what was there before; the next change is written with this one.
    }
  }
}

/** None where the file is damaged. One of an earlier version has no `attempts`: the count starts again. */
function parsePostponed<Item>(text: string): PostponedReadings<Item> {
  try {
    const kept: PostponedReadings<Item> | null = JSON.parse(text);
    return Array.isArray(kept?.readings) ? { ...NONE, ...kept } : NONE;
  } catch {
    return NONE;
  }
}
