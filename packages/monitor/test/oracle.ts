/**
 * A second implementation of what a violation means, to hold the engine against: the whole history in, its alerts out. It
 * shares no code with the engine. It goes from event to event in milliseconds (a reading, the end of a hold, a delay that
 * runs out) and does at each what the rules say, in the order they say it.
 */
import type { Aggregation } from '@picket/domain/aggregations';
import type { Operator } from '@picket/domain/operators';

export interface OracleCondition {
  readonly series: string;
  readonly grab: Aggregation;
  readonly minutes: number;
  readonly operator: Operator;
  readonly threshold: number;
  /** Seconds. */
  readonly onsetDelay: number;
  readonly exitDelay: number;
  readonly violationStartAdjustment: number;
  /** I, seconds. */
  readonly interval: number;
}

export interface OracleViolation {
  readonly onsetDelay: number;
  readonly exitDelay: number;
  readonly incidentStartAdjustment: number;
  readonly instant: boolean;
  readonly conditions: readonly OracleCondition[];
}

export interface OracleReading {
  readonly series: string;
  readonly at: number;
  readonly value: number | null;
}

export interface OracleAlert {
  raisedAt: number;
  startedAt: number;
  endedAt: number | null;
  clearedAt: number | null;
}

type Phase = 'CLEAR' | 'ONSET' | 'TRUE' | 'EXIT';

interface Timer {
  phase: Phase;
  /** Covered milliseconds counted so far towards the delay that runs. */
  counted: number;
  /** First true reading of the activation (conditions), or the instant the predicate became false (violations). */
  mark: number;
}

interface Watched {
  readonly rule: OracleCondition;
  readonly timer: Timer;
  readonly history: { readonly at: number; readonly value: number }[];
  knownAt: number;
  operand: number | null;
}

/** The alerts of one violation, given its whole stored history, at the instant `now`. */
export function oracleAlerts(
  violation: OracleViolation,
  readings: readonly OracleReading[],
  now: number,
): OracleAlert[] {
  const history = firstReceived(readings).filter(
    ({ at, value }) => at <= now && value !== null && !Number.isNaN(value),
  );
  const run = new OracleRun(violation, history[0]?.at ?? now);
  let next = 0;
  for (;;) {
    // Readings second (time has been seen to when the instant was reached): all of this instant, then the violation.
    const read = next;
    for (let reading = history[next]; reading !== undefined && reading.at === run.t; reading = history[next]) {
      run.read(reading);
      next += 1;
    }
    if (next > read) run.ask();
    const to = run.t >= now ? null : run.nextEvent(history[next]?.at ?? now, now);
    if (to === null) return run.alerts;
    run.pass(to);
  }
}

const holdEnd = (one: Watched): number => one.knownAt + one.rule.interval * 2500;
const isOn = (one: Watched): boolean => one.timer.phase === 'TRUE' || one.timer.phase === 'EXIT';
const runs = (timer: Timer): boolean => timer.phase === 'ONSET' || timer.phase === 'EXIT';
/** Whether the stretch that begins at `t` is covered, and whether `t` itself is. */
const coveredFrom = (one: Watched, t: number): boolean => t < holdEnd(one);
const coveredAt = (one: Watched, t: number): boolean => t <= holdEnd(one);
/** What is left of the delay that runs, in milliseconds. */
const wait = (timer: Timer, { onsetDelay, exitDelay }: { onsetDelay: number; exitDelay: number }): number =>
  (timer.phase === 'ONSET' ? onsetDelay : exitDelay) * 1000 - timer.counted;

class OracleRun {
  readonly alerts: OracleAlert[] = [];
  /** The instant reached. */
  t: number;
  readonly #violation: OracleViolation;
  readonly #watched: readonly Watched[];
  readonly #whole: Timer = { phase: 'CLEAR', counted: 0, mark: 0 };

  constructor(violation: OracleViolation, t: number) {
    this.t = t;
    this.#violation = violation;
    this.#watched = violation.conditions.map((rule) => ({
      rule,
      timer: { phase: 'CLEAR', counted: 0, mark: 0 },
      history: [],
      knownAt: Number.NEGATIVE_INFINITY,
      operand: null,
    }));
  }

  read({ series, value }: OracleReading): void {
    for (const one of this.#watched) if (one.rule.series === series) readOne(one, this.t, value as number);
  }

  /** The violation's predicate, asked at the instant reached. */
  ask(): void {
    const whole = this.#whole;
    const predicate = this.#watched.every(isOn);
    if (predicate && whole.phase === 'CLEAR') {
      whole.phase = 'ONSET';
      whole.counted = 0;
    } else if (predicate && whole.phase === 'EXIT') whole.phase = 'TRUE';
    else if (!predicate && whole.phase === 'ONSET') whole.phase = 'CLEAR';
    else if (!predicate && whole.phase === 'TRUE') {
      whole.phase = 'EXIT';
      whole.counted = 0;
      whole.mark = this.t;
    }
    const { onsetDelay, exitDelay } = this.#violation;
    const everyCovered = this.#watched.every((one) => coveredAt(one, this.t));
    if (whole.phase === 'ONSET' && whole.counted >= onsetDelay * 1000 && everyCovered) this.#raise();
    if (whole.phase === 'EXIT' && exitDelay === 0) this.#clear();
  }

  /** The next instant at which anything can happen: a reading, the end of a hold, a delay that runs out; null: none. */
  nextEvent(nextReading: number, now: number): number | null {
    const events = [nextReading, now];
    for (const one of this.#watched) {
      if (!coveredFrom(one, this.t)) continue;
      events.push(holdEnd(one));
      if (runs(one.timer)) events.push(this.t + wait(one.timer, one.rule));
    }
    if (this.#isCounting()) events.push(this.t + wait(this.#whole, this.#violation));
    const later = events.filter((event) => event > this.t);
    return later.length === 0 ? null : Math.min(...later);
  }

  /** Time first: the stretch (t, to] passes, then what is due at `to`, the violation before its conditions. */
  pass(to: number): void {
    const passed = to - this.t;
    const counting = this.#isCounting();
    const counted = this.#watched.filter((one) => runs(one.timer) && coveredFrom(one, this.t));
    this.t = to;
    if (counting) {
      const whole = this.#whole;
      const left = wait(whole, this.#violation) - passed;
      whole.counted += passed;
      if (left <= 0 && whole.phase === 'ONSET') this.#raise();
      else if (left <= 0 && whole.phase === 'EXIT') this.#clear();
    }
    for (const { timer, rule } of counted) {
      const left = wait(timer, rule) - passed;
      timer.counted += passed;
      if (left <= 0) timer.phase = timer.phase === 'ONSET' ? 'TRUE' : 'CLEAR';
    }
    this.ask();
  }

  /** Whether the stretch that begins now counts towards the violation's delay. */
  #isCounting(): boolean {
    const covered = (one: Watched): boolean => coveredFrom(one, this.t);
    if (this.#whole.phase === 'ONSET') return this.#watched.every(covered);
    return this.#whole.phase === 'EXIT' && this.#watched.some((one) => !isOn(one) && covered(one));
  }

  #raise(): void {
    const { incidentStartAdjustment, instant } = this.#violation;
    const starts = this.#watched.map((one) => one.timer.mark + one.rule.violationStartAdjustment * 1000);
    const end = instant ? this.t : null;
    const startedAt = Math.max(...starts) + incidentStartAdjustment * 1000;
    this.alerts.push({ raisedAt: this.t, startedAt, endedAt: end, clearedAt: end });
    this.#whole.phase = 'TRUE';
  }

  #clear(): void {
    const open = this.alerts[this.alerts.length - 1];
    if (open !== undefined && !this.#violation.instant) {
      open.endedAt = this.#whole.mark;
      open.clearedAt = this.t;
    }
    this.#whole.phase = 'CLEAR';
  }
}

/** (series, at) is a reading's identity: the first one received wins, a null included. Oldest first. */
function firstReceived(readings: readonly OracleReading[]): OracleReading[] {
  const first = new Map<string, OracleReading>();
  for (const reading of readings) {
    const identity = `${reading.series} ${reading.at}`;
    if (!first.has(identity)) first.set(identity, reading);
  }
  return [...first.values()].sort((a, b) => a.at - b.at);
}

const totalOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Said once more than in the engine's tables, on purpose. */
const AGGREGATED: Readonly<Record<Aggregation, (values: readonly number[]) => number>> = {
  LAST: (values) => values.at(-1) as number,
  MIN: (values) => Math.min(...values),
  MAX: (values) => Math.max(...values),
  SUM: totalOf,
  MEAN: (values) => totalOf(values) / values.length,
  COUNT: (values) => values.length,
  DELTA: (values) => (values.at(-1) as number) - (values[0] as number),
};

const COMPARED: Readonly<Record<Operator, (operand: number, threshold: number, previous: number | null) => boolean>> = {
  GREATER_THAN: (operand, threshold) => operand > threshold,
  LESS_THAN: (operand, threshold) => operand < threshold,
  CHANGED: (operand, _, previous) => previous !== null && previous !== operand,
};

function readOne(one: Watched, t: number, value: number): void {
  const { rule, timer } = one;
  one.history.push({ at: t, value });
  let operand: number | null = value;
  if (rule.minutes > 0) {
    const values: number[] = [];
    for (let index = one.history.length - 1; index >= 0; index--) {
      const sample = one.history[index];
      if (sample === undefined || sample.at <= t - rule.minutes * 60_000) break;
      values.unshift(sample.value);
    }
    const isSparse = values.length * rule.interval < (rule.minutes * 60) / 2;
    operand = isSparse && rule.grab !== 'COUNT' ? null : AGGREGATED[rule.grab](values);
  }
  if (operand === null) return;
  const predicate = COMPARED[rule.operator](operand, rule.threshold, one.operand);
  one.operand = operand;
  one.knownAt = t;

  if (predicate && timer.phase === 'CLEAR') {
    timer.phase = 'ONSET';
    timer.counted = 0;
    timer.mark = t;
  } else if (predicate && timer.phase === 'EXIT') timer.phase = 'TRUE';
  else if (!predicate && timer.phase === 'ONSET') timer.phase = 'CLEAR';
  else if (!predicate && timer.phase === 'TRUE') {
    timer.phase = rule.exitDelay === 0 ? 'CLEAR' : 'EXIT';
    timer.counted = 0;
  }
  if (timer.phase === 'ONSET' && timer.counted >= rule.onsetDelay * 1000) timer.phase = 'TRUE';
}
