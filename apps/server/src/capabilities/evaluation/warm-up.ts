/** How much history a replay that starts from nothing needs before what it speaks of. Pure. */
import type { Millis } from '@picket/domain/time';
import type { CompiledViolation } from '@picket/monitor';

const DAY: Millis = 86_400_000;

/** Its windows and its delays: how far back the readings go that decide, where there are no gaps. */
export const reachOf = ({ violation, conditions }: CompiledViolation): Millis =>
  1000 * (violation.onsetDelay + violation.exitDelay) +
  Math.max(
    ...conditions.map(({ calc, onsetDelay, exitDelay }) => calc.minutes * 60_000 + 1000 * (onsetDelay + exitDelay)),
  );

/** A day more: gaps pause delays. */
export const warmUp = (compiled: CompiledViolation): Millis => DAY + reachOf(compiled);
