/** What happens in the rooms of the demo: faults that recur. */
import type { Disturbance } from '@picket/domain/room-model';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The disturbance in a room at an instant; null: the sentry is offline. Faults recur, so that there is always one to see. */
export type RoomEvents = (at: number, startedAt: number) => Disturbance | null;

export const noEvents: RoomEvents = () => ({});
/**
 * Returns how long ago (in milliseconds) a recurring fault last began at `at`. It recurs every `every` from eight minutes
 * before the start of the demo, and every `rarely` in the weeks before.
 */
function sinceLastFault(at: number, startedAt: number, every: number, rarely: number): number {
  const first = startedAt - 8 * MINUTE;
  const period = at < first ? rarely : every;
  return (((at - first) % period) + period) % period;
}

/** The cooling fails for twenty minutes, every three hours from the start. */
export const coolingFails: RoomEvents = (at, startedAt) => {
  const since = sinceLastFault(at, startedAt, 3 * HOUR, 203 * HOUR);
  return since < 24 * MINUTE ? { heat: 13 * Math.sin((since / (24 * MINUTE)) * Math.PI) } : {};
};
/** A quarter of an hour without mains, now and every four hours. */
export const powerFails: RoomEvents = (at, startedAt) => ({
  onBattery: sinceLastFault(at, startedAt, 4 * HOUR, 307 * HOUR) < 18 * MINUTE,
});
/** Lost its uplink when the demo began, comes back for a while now and then. */
export const uplinkDrops: RoomEvents = (at, startedAt) =>
  at > startedAt && (at - startedAt) % (2 * HOUR) < 40 * MINUTE ? null : {};
/** Somebody walks through for half a minute, three minutes after the start and every two hours. */
export const visits: RoomEvents = (at, startedAt) => {
  const first = startedAt + 11 * MINUTE;
  return { motion: at > startedAt && sinceLastFault(at, first, 2 * HOUR, 2 * HOUR) < MINUTE / 2 ? 0.4 : 0.01 };
};
export const leaks: RoomEvents = (at, startedAt) => ({
  leak: at > startedAt && sinceLastFault(at, startedAt + HOUR, 5 * HOUR, 5 * HOUR) < 6 * MINUTE,
});
