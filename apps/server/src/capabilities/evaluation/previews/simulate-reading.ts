/**
 * Simulates readings through the engine that runs live. Pure.
 *
 * Input: the policies of a sentry, one sensor's value from an instant on, and the last values of its other sensors.
 * Output: for each violation on the sensor whether it would be raised, when, and what decides.
 */
import type { SimulationCode } from '@picket/contracts/policy-insight';
import type { Calculation } from '@picket/domain/aggregations';
import { hasThreshold, OPERATORS } from '@picket/domain/operators';
import type { Millis } from '@picket/domain/time';
import { type CompiledPolicies, type CompiledViolation, type Reading, Replay, type TraceCode } from '@picket/monitor';

export interface SimulatedReading {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly value: number;
  readonly at: Millis;
  /** How long it keeps the value, in seconds; null: as long as any delay needs. */
  readonly seconds: number | null;
}

export interface SimulatedViolation {
  readonly compiled: CompiledViolation;
  readonly code: SimulationCode;
  readonly raisedAt: Millis | null;
  readonly operator: string;
  readonly threshold: number;
  readonly calc: Calculation;
  /** Its delays, in seconds. */
  readonly delaySeconds: number;
}

const MAX_STEPS = 50_000;

export function simulateReading(
  policies: CompiledPolicies,
  simulated: SimulatedReading,
  lastValues: ReadonlyMap<string, number>,
): readonly SimulatedViolation[] {
  return policies.violations.flatMap((compiled) => {
    const index = compiled.conditions.findIndex(
      ({ sensorMetricId, column }) => sensorMetricId === simulated.sensorMetricId && column === simulated.column,
    );
    return index < 0 ? [] : [simulateViolation(compiled, index, simulated, lastValues)];
  });
}

function simulateViolation(
  compiled: CompiledViolation,
  index: number,
  simulated: SimulatedReading,
  lastValues: ReadonlyMap<string, number>,
): SimulatedViolation {
  const { violation, conditions } = compiled;
  const own = conditions[index];
  if (own === undefined) throw new RangeError(`a violation has no condition ${index}`);
  const delaySeconds = violation.onsetDelay + Math.max(...conditions.map(({ onsetDelay }) => onsetDelay));
  const windows = Math.max(...conditions.map(({ calc }) => calc.minutes * 60));
  const step = Math.min(...conditions.map(({ interval }) => interval));
  const until = simulated.at + Math.min((delaySeconds + windows) * 1000 + 2 * step, MAX_STEPS * step);
  const codes = new Set<TraceCode>();
  const ownCodes = new Set<TraceCode>();
  const replay = new Replay(compiled, simulated.at - step - 1, ({ code, condition }) => {
    codes.add(code);
    if (condition === index) ownCodes.add(code);
  });
  const over = simulated.seconds === null ? Number.POSITIVE_INFINITY : simulated.at + simulated.seconds * 1000;
  const readings: Reading[] = [];
  const before = lastValues.get(own.series);
  if (!hasThreshold(own.operator) && before !== undefined)
    readings.push({ series: own.series, at: simulated.at - step, value: before });
  const instants = new Set<Millis>();
  for (let at = simulated.at; at <= until; at += step) instants.add(at);
  if (over < until) instants.add(over);
  for (const at of [...instants].sort((a, b) => a - b)) {
    readings.push({
      series: own.series,
      at,
      value: at < over ? simulated.value : OPERATORS[own.operator].restingAt(own.threshold),
    });
    for (const { series } of conditions) {
      const value = series === own.series ? undefined : lastValues.get(series);
      if (value !== undefined) readings.push({ series, at, value });
    }
  }
  replay.apply(readings);
  const raised = replay.finish(until).alerts[0];
  const { operator, threshold, calc } = own;
  const code = raised === undefined ? notRaisedCode(codes, ownCodes) : 'RAISED';
  return { compiled, code, raisedAt: raised?.raisedAt ?? null, operator, threshold, calc, delaySeconds };
}

function notRaisedCode(codes: ReadonlySet<TraceCode>, own: ReadonlySet<TraceCode>): SimulationCode {
  if (own.has('CONDITION_MET')) return codes.has('ONSET_STARTED') ? 'DELAY_NOT_REACHED' : 'OTHER_CONDITION_NOT_MET';
  return own.has('CONDITION_ONSET') ? 'DELAY_NOT_REACHED' : 'WITHIN_LIMITS';
}
