/** Positions of a clip and instants: a clip begins at its first picture. Pure. */
import type { ClipOut } from '@picket/contracts/types';

export interface ClipSpan {
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

export function spanOf({ startedAt, endedAt }: Pick<ClipOut, 'startedAt' | 'endedAt'>): ClipSpan {
  const [from, to] = [Date.parse(startedAt), Date.parse(endedAt)];
  return { from, to, seconds: Math.max(0.1, (to - from) / 1000) };
}

export const instantOf = ({ from }: ClipSpan, seconds: number): number => from + seconds * 1000;

/** The position of an instant, kept inside the clip. */
export const positionOf = ({ from, seconds }: ClipSpan, at: number): number =>
  Math.min(seconds, Math.max(0, (at - from) / 1000));

export const isInside = ({ from, to }: ClipSpan, at: number): boolean => at >= from && at <= to;

/** 1:05 */
export function clockOfSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
