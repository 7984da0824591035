/**
 * How a player stays close to the newest picture. A live picture drifts: each stall of the network or of the decoder leaves it a little
 * later than before. Input: where the player is and what it has, in seconds of media. Output: how fast to play, or where to jump.
 */
export interface EdgeStep {
  readonly rate: number;
  /** null: play on. */
  readonly jumpTo: number | null;
}

/** Further behind than this, catching up takes longer than anybody waits. */
const JUMP_BEHIND = 1.5;
/** Behind by this much, play this fast: a change of speed below a tenth is not seen. */
const RATES = [
  { behind: 0.35, rate: 1.08 },
  { behind: 0.15, rate: 1.03 },
] as const;
/** A jump to the very end would stall at once. */
const JUMP_MARGIN = 0.1;

export interface MediaRange {
  readonly start: number;
  readonly end: number;
}

/** `ranges`: what is buffered, in order. Pictures that were skipped leave a gap between two of them. */
export function followEdge(position: number, ranges: readonly MediaRange[]): EdgeStep {
  const newest = ranges.at(-1);
  if (newest === undefined) return { rate: 1, jumpTo: null };
  const behind = newest.end - position;
  if (position < newest.start || behind > JUMP_BEHIND)
    return { rate: 1, jumpTo: Math.max(newest.start, newest.end - JUMP_MARGIN) };
  return { rate: RATES.find((one) => behind > one.behind)?.rate ?? 1, jumpTo: null };
}
