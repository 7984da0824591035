/** Checks of this machine: its disk and its clock. Each returns what is wrong, or null. */
import { type Problem, problemOf } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';
import { CLOCK_TOLERANCE, type ClockProblem } from '../../../platform/clock/clock-guard.ts';
import type { Platform } from '../../../platform/platform.ts';
import { doubtfulGap } from '../../evaluation/index.ts';
import type { MachineProbes } from '../probes.ts';

const DAY: Millis = 86_400_000;
const MIN_FREE_DISK_SHARE = 0.1;
const MIN_FREE_DISK_BYTES = 2 * 1024 ** 3;
/** A wrong clock fails its check after this time: most are corrected at once. */
const CLOCK_ALERT_DELAY_MS: Millis = 60_000;

export async function checkDisk(_platform: Platform, probes: MachineProbes): Promise<Problem | null> {
  const disk = await probes.disk();
  if (disk === null) return null;
  const { free, total } = disk;
  if (free > total * MIN_FREE_DISK_SHARE && free > MIN_FREE_DISK_BYTES) return null;
  return problemOf('DISK_FILLS', { free, total });
}

/** By the machine's own steady clock first, then by the time of the service that receives heartbeats. */
export async function checkClock({ clock }: Platform, probes: MachineProbes): Promise<Problem | null> {
  const problem = clock.problem();
  if (problem !== null && problem.duration >= CLOCK_ALERT_DELAY_MS) return toProblem(problem);
  const step = clock.acceptedStep();
  if (step !== null) return problemOf(step > 0 ? 'CLOCK_SET_AHEAD' : 'CLOCK_SET_BACK', { by: Math.abs(step) });
  const error = await probes.clockError();
  if (error === null || Math.abs(error) <= CLOCK_TOLERANCE) return null;
  return problemOf('CLOCK_OFF', { by: Math.abs(error) });
}

/** Once the step is no longer named by itself: until a person had the time to see whether it was right. */
export async function checkDeletions(platform: Platform): Promise<Problem | null> {
  const gap = await doubtfulGap(platform);
  if (gap === null) return null;
  return problemOf('DELETIONS_WAIT', { days: Math.floor((gap.to - gap.from) / DAY), until: gap.until });
}

function toProblem({ kind, by }: ClockProblem): Problem {
  const values = { by: Math.abs(by) };
  if (kind === 'DATABASE') return problemOf(by > 0 ? 'DATABASE_CLOCK_AHEAD' : 'DATABASE_CLOCK_BEHIND', values);
  return problemOf(by > 0 ? 'CLOCK_JUMPED_AHEAD' : 'CLOCK_JUMPED_BACK', values);
}
