import { formatDuration } from '@picket/domain';
import { localMoment, viewerTimezone } from './format.ts';

/** "12 min ago" */
export const ago = (instant: string, now: number): string => {
  const age = now - Date.parse(instant);
  return age < 5000 ? 'just now' : `${formatDuration(age)} ago`;
};

/** "in 6 d" */
export const ahead = (instant: string, now: number): string =>
  `in ${formatDuration(Math.max(0, Date.parse(instant) - now))}`;

/** 21 Nov 2026, 02:22:05, where the viewer is. */
export const moment = (instant: string): string => localMoment(Date.parse(instant), viewerTimezone());
