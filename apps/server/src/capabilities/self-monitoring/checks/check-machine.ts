/** Checks of this machine: its disk and its clock. Each returns what is wrong as a sentence, or null. */
import type { Millis } from '@picket/domain/time';
import { formatClockProblem } from '../../../platform/clock/clock.ts';
import { CLOCK_TOLERANCE } from '../../../platform/clock/clock-guard.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MachineProbes } from '../probes.ts';

const MIN_FREE_DISK_SHARE = 0.1;
const MIN_FREE_DISK_BYTES = 2 * 1024 ** 3;
/** A wrong clock fails its check after this time: most are corrected at once. */
const CLOCK_ALERT_DELAY_MS: Millis = 60_000;

export async function checkDisk(_platform: Platform, probes: MachineProbes): Promise<string | null> {
  const disk = await probes.disk();
  if (disk === null) return null;
  const { free, total } = disk;
  if (free > total * MIN_FREE_DISK_SHARE && free > MIN_FREE_DISK_BYTES) return null;
  return `The disk fills: ${formatGibibytes(free)} of ${formatGibibytes(total)} are free`;
}

/** By the machine's own steady clock first, then by the time of the service that receives heartbeats. */
export async function checkClock({ clock }: Platform, probes: MachineProbes): Promise<string | null> {
  const problem = clock.problem();
  if (problem !== null && problem.duration >= CLOCK_ALERT_DELAY_MS) return toSentence(formatClockProblem(problem));
  const step = clock.acceptedStep();
  if (step !== null)
    return `The clock was set ${step > 0 ? 'ahead' : 'back'} by ${formatSeconds(step)}, which counts as right now: see that it is`;
  const error = await probes.clockError();
  if (error === null || Math.abs(error) <= CLOCK_TOLERANCE) return null;
  return `The clock is off by ${formatSeconds(error)}: times of alerts and links are wrong`;
}

const formatGibibytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;

const formatSeconds = (time: Millis): string => `${Math.round(Math.abs(time) / 1000)} s`;

const toSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
