/** When the platform was up, from its stored heartbeat (monitor rules: Silence, Ticks). Pure. */
import type { Millis } from '@picket/domain/time';
import type { Downtime } from '@picket/monitor';
import type { Uptime } from './uptime-store.ts';

/** A gap in the heartbeat longer than this is a downtime of the platform. */
export const HEARTBEAT_GAP: Millis = 30_000;

export interface Availability {
  readonly downtimes: readonly Downtime[];
  /** When the current period of uptime started. */
  readonly upSince: Millis;
}

/**
 * As known at `now`. Where no heartbeat has been stored for longer than a gap, the platform was down until now, as it is once
 * the next heartbeat is stored: its own downtime is never the silence of a sentry, nor are readings carried forward over it
 * (monitor rules: Silence, Ticks). After a database outage, evaluation usually comes before that heartbeat. Where the clock went
 * back, periods may overlap: the platform was up while any of them lasted, and the one with the newest heartbeat is the current one.
 */
export function availabilityOf(uptimes: readonly Uptime[], now: Millis): Availability {
  const downtimes: Downtime[] = [];
  let current: Uptime | undefined;
  for (const [index, uptime] of uptimes.entries()) {
    if (current === undefined || uptime.lastHeartbeatAt >= current.lastHeartbeatAt) current = uptime;
    const backAt = uptimes[index + 1]?.startedAt ?? now;
    const upUntil = current.lastHeartbeatAt;
    if (backAt - upUntil > HEARTBEAT_GAP) downtimes.push({ from: upUntil, to: backAt });
  }
  if (current === undefined) return { downtimes, upSince: Number.NEGATIVE_INFINITY };
  return { downtimes, upSince: now - current.lastHeartbeatAt > HEARTBEAT_GAP ? now : current.startedAt };
}

/**
 * From when on ticks may carry a sentry's readings forward. After the platform was down or the sentry offline, that is once
 * it has sent its backlog, or an interval and 30 s after it came back.
 */
export function earlyTickFrom(
  sentry: { readonly backAt: Millis | null; readonly caughtUpAt: Millis | null },
  upSince: Millis,
  interval: Millis,
): Millis {
  const since = Math.max(upSince, sentry.backAt ?? Number.NEGATIVE_INFINITY);
  if (sentry.caughtUpAt !== null && sentry.caughtUpAt >= since) return sentry.caughtUpAt;
  return since + interval + 30_000;
}
