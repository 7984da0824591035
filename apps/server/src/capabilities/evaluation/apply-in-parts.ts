/** Replays readings in parts of a moment each: between two of them the process does its other work. */
import { setImmediate } from 'node:timers/promises';
import type { Reading, Replay } from '@picket/monitor';

/** Readings in a part, at most. */
const MAX_READINGS = 2000;
/** Samples of windows that a part goes through, at most: some hundredths of a second. */
const MAX_SAMPLES = 20_000_000;
/** One reading without a window costs a replay as much as so many samples. */
export const SAMPLES_OF_EVALUATION = 250;

/** Applies readings, oldest first. `between`: waited for after each part. */
export async function applyInParts(
  replays: readonly Replay[],
  readings: readonly Reading[],
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (let begin = 0; begin < readings.length; ) {
    const end = begin + partSize(replays);
    const part = readings.slice(begin, end);
    for (const replay of replays) replay.apply(part);
    await setImmediate();
    await between();
    begin = end;
  }
}

/** So many readings that they cost no more than they may, also where each one stays in every window. */
function partSize(replays: readonly Replay[]): number {
  const samples = replays.reduce((all, replay) => all + replay.samples, 0);
  const cost = samples + replays.length * (SAMPLES_OF_EVALUATION + MAX_READINGS);
  return Math.max(1, Math.min(MAX_READINGS, Math.floor(MAX_SAMPLES / cost)));
}
