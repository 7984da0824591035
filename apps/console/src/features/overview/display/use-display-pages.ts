/** Turns the pages of the wall display by the clock, so that several displays show the same page. */
import { useState } from 'react';
import { useNow } from '../../../lib/now.ts';

const PAGE_MS = 12_000;

export interface Pages {
  readonly page: number;
  readonly secondsLeft: number;
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
}

export function useDisplayPages(count: number): Pages {
  const now = useNow();
  /** The instant whose page stays; null: the pages turn. */
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const at = pausedAt ?? now;
  return {
    page: Math.floor(at / PAGE_MS) % Math.max(1, count),
    secondsLeft: Math.ceil((PAGE_MS - (now % PAGE_MS)) / 1000),
    isPaused: pausedAt !== null,
    setPaused: (isPaused) => setPausedAt(isPaused ? now : null),
  };
}
