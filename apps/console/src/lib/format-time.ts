/** Formats instants in the time zone of a location. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timezone: string, kind: 'time' | 'moment'): Intl.DateTimeFormat {
  const key = `${timezone} ${kind}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(undefined, {
    timeZone: timezone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    ...(kind === 'moment' ? { second: '2-digit', day: 'numeric', month: 'short', year: 'numeric' } : {}),
  });
  formatters.set(key, made);
  return made;
}

/** 02:22 */
export const formatTime = (at: number, timezone: string): string => getFormatter(timezone, 'time').format(at);
/** 21 Nov 2026, 02:22:05 */
export const formatDateTime = (at: number, timezone: string): string => getFormatter(timezone, 'moment').format(at);

export const viewerTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns "Zurich time", or an empty string for the viewer's own time zone. */
export function timezoneNote(timezone: string): string {
  if (timezone === viewerTimezone()) return '';
  return `${timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone} time`;
}
