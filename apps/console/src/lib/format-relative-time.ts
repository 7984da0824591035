import { formatDuration } from '@picket/domain/ages';
import { formatDateTime, viewerTimezone } from './format-time.ts';

/** "12 min ago" */
export const formatAgo = (instant: string, now: number): string => {
  const age = now - Date.parse(instant);
  return age < 5000 ? 'just now' : `${formatDuration(age)} ago`;
};

/** "in 6 d" */
export const formatUntil = (instant: string, now: number): string =>
  `in ${formatDuration(Math.max(0, Date.parse(instant) - now))}`;

/** 21 Nov 2026, 02:22:05, in the viewer's time zone. */
export const formatViewerDateTime = (instant: string): string => formatDateTime(Date.parse(instant), viewerTimezone());
