const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Returns a size such as "1.2 GB", in decimal units. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`;
}
