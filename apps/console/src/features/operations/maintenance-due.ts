/** How long before its start maintenance is announced. */
const ANNOUNCE_AHEAD_MS = 48 * 3_600_000;

interface Downtime {
  readonly _isDowntime: boolean;
  readonly startTime: string;
}

/** Whether maintenance is shown and announced: it is going on, or begins soon. */
export function isMaintenanceDue({ _isDowntime: isDown, startTime }: Downtime, now: number): boolean {
  const start = Date.parse(startTime);
  return isDown || (!Number.isNaN(start) && start - now <= ANNOUNCE_AHEAD_MS);
}
