/** When the cameras of a location are off by their setting. Pure. */
import type { CAMERA_MODES } from '@picket/contracts/cameras';
import type { DoNotDisturb } from '@picket/domain/policies';
import { quietIntervalsBetween } from '@picket/domain/schedules';
import type { Millis } from '@picket/domain/time';

export type CameraMode = (typeof CAMERA_MODES)[number];

/** Off from `from` on, until just before `to`; null: without an end. */
export interface OffPeriod {
  readonly from: Millis;
  readonly to: Millis | null;
}

export interface OffRules {
  readonly mode: CameraMode;
  /** Each of them turns the cameras off. */
  readonly schedules: readonly DoNotDisturb[];
  readonly timezone: string;
}

/** How far schedules are planned ahead. */
const HORIZON: Millis = 15 * 86_400_000;

/** The periods from `now` on, oldest first, none touching the next. The first one begins at `now` where the cameras are off now. */
export function planOffPeriods({ mode, schedules, timezone }: OffRules, now: Millis): readonly OffPeriod[] {
  if (mode === 'OFF') return [{ from: now, to: null }];
  const periods = schedules
    .flatMap((schedule) => quietIntervalsBetween(schedule, timezone, now, now + HORIZON))
    .map(({ from, until }) => ({ from: Math.max(from, now), to: until + 1 }))
    .sort((a, b) => a.from - b.from);
  const merged: { from: Millis; to: Millis }[] = [];
  for (const period of periods) {
    const before = merged.at(-1);
    if (before !== undefined && period.from <= before.to) before.to = Math.max(before.to, period.to);
    else merged.push({ ...period });
  }
  return merged;
}
