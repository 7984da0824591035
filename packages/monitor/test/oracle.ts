/**
 * A second implementation of what a violation means, to hold the engine against: the whole history in, its alerts out. It
 * shares no code with the engine. It goes from event to event in milliseconds (a reading, the end of a hold, a delay that
 * runs out) and does at each what the rules say, in the order they say it.
 */
import type { Aggregation, Operator } from '@picket/domain';

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
  const watched = violation.conditions.map(
    (rule): Watched => ({
      rule,
      timer: { phase: 'CLEAR', counted: 0, mark: 0 },
      history: [],
      knownAt: Number.NEGATIVE_INFINITY,
      operand: null,
    }),
  );
  const whole: Timer = { phase: 'CLEAR', counted: 0, mark: 0 };
  const alerts: OracleAlert[] = [];

  const holdEnd = (one: Watched): number => one.knownAt + one.rule.interval * 2500;
  const isOn = (one: Watched): boolean => one.timer.phase === 'TRUE' || one.timer.phase === 'EXIT';
  /** Whether the stretch that begins at `t` is covered, and whether `t` itself is. */
  const coveredFrom = (one: Watched, t: number): boolean => t < holdEnd(one);
  const coveredAt = (one: Watched, t: number): boolean => t <= holdEnd(one);
  const wholeCounts = (covered: (one: Watched) => boolean): boolean =>
    whole.phase === 'ONSET' ? watched.every(covered) : watched.some((one) => !isOn(one) && covered(one));

  const raise = (t: number): void => {
    const starts = watched.map((one) => one.timer.mark + one.rule.violationStartAdjustment * 1000);
    const end = violation.instant ? t : null;
    const startedAt = Math.max(...starts) + violation.incidentStartAdjustment * 1000;
    alerts.push({ raisedAt: t, startedAt, endedAt: end, clearedAt: end });
    whole.phase = 'TRUE';
  };
  const clear = (t: number): void => {
    const open = alerts[alerts.length - 1];
    if (open !== undefined && !violation.instant) {
      open.endedAt = whole.mark;
      open.clearedAt = t;
    }
    whole.phase = 'CLEAR';
  };
  /** The violation's predicate, asked at `t`. */
  const ask = (t: number): void => {
    const predicate = watched.every(isOn);
    if (predicate && whole.phase === 'CLEAR') {
      whole.phase = 'ONSET';
      whole.counted = 0;
    } else if (predicate && whole.phase === 'EXIT') whole.phase = 'TRUE';
    else if (!predicate && whole.phase === 'ONSET') whole.phase = 'CLEAR';
    else if (!predicate && whole.phase === 'TRUE') {
      whole.phase = 'EXIT';
      whole.counted = 0;
      whole.mark = t;
    }
    const everyCovered = watched.every((one) => coveredAt(one, t));
    if (whole.phase === 'ONSET' && whole.counted >= violation.onsetDelay * 1000 && everyCovered) raise(t);
    if (whole.phase === 'EXIT' && violation.exitDelay === 0) clear(t);
  };

  let t = history[0]?.at ?? now;
  let next = 0;
  for (;;) {
    // Readings second (time has been seen to below, when `t` was reached): all of this instant, then the violation.
    let any = false;
    for (let reading = history[next]; reading !== undefined && reading.at === t; reading = history[next]) {
      for (const one of watched) if (one.rule.series === reading.series) readOne(one, t, reading.value as number);
      any = true;
      next += 1;
    }
    if (any) ask(t);

    const events = [history[next]?.at ?? now, now];
    const wait = (timer: Timer, onset: number, exit: number): number =>
      (timer.phase === 'ONSET' ? onset : exit) * 1000 - timer.counted;
    const runs = (timer: Timer): boolean => timer.phase === 'ONSET' || timer.phase === 'EXIT';
    for (const one of watched) {
      if (coveredFrom(one, t)) events.push(holdEnd(one));
      if (runs(one.timer) && coveredFrom(one, t))
        events.push(t + wait(one.timer, one.rule.onsetDelay, one.rule.exitDelay));
    }
    const counting = runs(whole) && wholeCounts((one) => coveredFrom(one, t));
    if (counting) events.push(t + wait(whole, violation.onsetDelay, violation.exitDelay));
    const later = events.filter((event) => event > t);
    if (later.length === 0 || t >= now) return alerts;
    const to = Math.min(...later);

    // Time first: the stretch (t, to] passes, then what is due at `to`, the violation before its conditions.
    const passed = to - t;
    const counted = watched.filter((one) => runs(one.timer) && coveredFrom(one, t));
    t = to;
    if (counting) {
      whole.counted += passed;
      if (whole.phase === 'ONSET' && whole.counted >= violation.onsetDelay * 1000) raise(t);
      else if (whole.phase === 'EXIT' && whole.counted >= violation.exitDelay * 1000) clear(t);
    }
    for (const { timer, rule } of counted) {
      timer.counted += passed;
      if (timer.phase === 'ONSET' && timer.counted >= rule.onsetDelay * 1000) timer.phase = 'TRUE';
      else if (timer.phase === 'EXIT' && timer.counted >= rule.exitDelay * 1000) timer.phase = 'CLEAR';
    }
    ask(t);
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
