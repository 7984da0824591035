import { formatDuration } from '@picket/domain/ages';

/** "12 min ago" */
export const formatAgo = (instant: string, now: number): string => {
  const age = now - Date.parse(instant);
  return age < 5000 ? 'just now' : `${formatDuration(age)} ago`;
};
