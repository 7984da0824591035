/**
 * "What if this sensor read that?": made-up readings through the engine that runs live. Pure.
 *
 * Enters: what is watched on a sentry, one sensor's value from an instant on, and what its other sensors read last. Leaves:
 * for each violation that looks at the sensor whether it would be raised, when, and what decides.
 */
import type { TrialCode } from '@picket/contracts';
import type { Millis } from '@picket/domain';
import { type Reading, Replay, type TraceCode, type Watch, type WatchedViolation } from '@picket/monitor';

export interface Tried {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly value: number;
  readonly at: Millis;
  /** How long it reads that, in seconds; null: for as long as anybody asks. */
  readonly seconds: number | null;
}

export interface TriedViolation {
  readonly watched: WatchedViolation;
  readonly code: TrialCode;
  readonly raisedAt: Millis | null;
  readonly operator: string;
  readonly threshold: number;
  /** Its delays, in seconds. */
  readonly waits: number;
}

const MOST_STEPS = 50_000;

export function tryOn(watch: Watch, tried: Tried, lastRead: ReadonlyMap<string, number>): readonly TriedViolation[] {
  return watch.violations.flatMap((watched) => {
    const index = watched.conditions.findIndex(
      ({ sensorMetricId, column }) => sensorMetricId === tried.sensorMetricId && column === tried.column,
    );
    return index < 0 ? [] : [tryViolation(watched, index, tried, lastRead)];
  });
}

function tryViolation(
  watched: WatchedViolation,
  index: number,
  tried: Tried,
  lastRead: ReadonlyMap<string, number>,
): TriedViolation {
  const { violation, conditions } = watched;
  const own = conditions[index];
  if (own === undefined) throw new RangeError(`a violation has no condition ${index}`);
  const waits = violation.onsetDelay + Math.max(...conditions.map(({ onsetDelay }) => onsetDelay));
  const windows = Math.max(...conditions.map(({ calc }) => calc.minutes * 60));
  const step = Math.min(...conditions.map(({ interval }) => interval));
  const until = tried.at + Math.min((waits + windows) * 1000 + 2 * step, MOST_STEPS * step);
  const codes = new Set<TraceCode>();
  const ownCodes = new Set<TraceCode>();
  const replay = new Replay(watched, tried.at - step - 1, ({ code, condition }) => {
    codes.add(code);
    if (condition === index) ownCodes.add(code);
  });
  const over = tried.seconds === null ? Number.POSITIVE_INFINITY : tried.at + tried.seconds * 1000;
  const readings: Reading[] = [];
  // What changes has to have been something before.
  const before = lastRead.get(own.series);
  if (own.operator === 'CHANGED' && before !== undefined)
    readings.push({ series: own.series, at: tried.at - step, value: before });
  const instants = new Set<Millis>();
  for (let at = tried.at; at <= until; at += step) instants.add(at);
  if (over < until) instants.add(over);
  for (const at of [...instants].sort((a, b) => a - b)) {
    // Back at the limit itself, which every comparison takes for fine.
    readings.push({ series: own.series, at, value: at < over ? tried.value : own.threshold });
    for (const { series } of conditions) {
      const value = series === own.series ? undefined : lastRead.get(series);
      if (value !== undefined) readings.push({ series, at, value });
    }
  }
  replay.apply(readings);
  const raised = replay.finish(until).alerts[0];
  const { operator, threshold } = own;
  const code = raised === undefined ? whyNot(codes, ownCodes) : 'RAISED';
  return { watched, code, raisedAt: raised?.raisedAt ?? null, operator, threshold, waits };
}

function whyNot(codes: ReadonlySet<TraceCode>, own: ReadonlySet<TraceCode>): TrialCode {
  if (own.has('CONDITION_MET')) return codes.has('ONSET_STARTED') ? 'DELAY_NOT_REACHED' : 'OTHER_CONDITION_NOT_MET';
  return own.has('CONDITION_ONSET') ? 'DELAY_NOT_REACHED' : 'WITHIN_LIMITS';
}
