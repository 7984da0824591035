/**
 * A second, slow implementation of what a violation means, to hold the engine against. It shares no code with it: it walks
 * through time in small equal steps and does at each instant what the rules say, in the order they say it. All instants,
 * intervals and delays given to it must be multiples of `unit` milliseconds.
 */
export interface OracleCondition {
  readonly series: string;
  readonly grab: string;
  readonly minutes: number;
  readonly operator: string;
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

interface Machine {
  phase: 'CLEAR' | 'ONSET' | 'TRUE' | 'EXIT';
  counted: number;
  since: number;
  ended: number;
}

interface Watched {
  rule: OracleCondition;
  machine: Machine;
  history: { at: number; value: number }[];
  knownAt: number | null;
  operand: number | null;
  predicate: boolean;
}

const fresh = (): Machine => ({ phase: 'CLEAR', counted: 0, since: 0, ended: 0 });

/** The alerts of one violation, given its whole history, at the instant `now`. */
export function oracleAlerts(
  violation: OracleViolation,
  readings: readonly OracleReading[],
  now: number,
  unit: number,
): OracleAlert[] {
  const firstOnes = new Map<string, OracleReading>();
  for (const reading of readings) {
    const identity = `${reading.series} ${reading.at}`;
    if (!firstOnes.has(identity)) firstOnes.set(identity, reading);
  }
  const sorted = [...firstOnes.values()].filter((reading) => reading.at <= now).sort((a, b) => a.at - b.at);
  const start = sorted[0]?.at;
  if (start === undefined) return [];

  const watched = violation.conditions.map((rule): Watched => {
    return { rule, machine: fresh(), history: [], knownAt: null, operand: null, predicate: false };
  });
  const alerts: OracleAlert[] = [];
  const own = fresh();
  let openAlert: OracleAlert | null = null;
  let next = 0;

  const holds = (one: Watched, t: number) => one.knownAt !== null && t <= one.knownAt + one.rule.interval * 2500;
  const isOn = (one: Watched) => one.machine.phase === 'TRUE' || one.machine.phase === 'EXIT';

  const raise = (t: number) => {
    const starts = watched.map((one) => one.machine.since + one.rule.violationStartAdjustment * 1000);
    const alert: OracleAlert = {
      raisedAt: t,
      startedAt: Math.max(...starts) + violation.incidentStartAdjustment * 1000,
      endedAt: violation.instant ? t : null,
      clearedAt: violation.instant ? t : null,
    };
    alerts.push(alert);
    openAlert = violation.instant ? null : alert;
    own.phase = 'TRUE';
  };
  const clear = (t: number) => {
    if (openAlert !== null) {
      openAlert.endedAt = own.ended;
      openAlert.clearedAt = t;
    }
    openAlert = null;
    own.phase = 'CLEAR';
  };
  const askViolation = (t: number) => {
    const predicate = watched.every(isOn);
    if (own.phase === 'CLEAR' && predicate) {
      own.phase = 'ONSET';
      own.counted = 0;
    } else if (own.phase === 'ONSET' && !predicate) own.phase = 'CLEAR';
    else if (own.phase === 'TRUE' && !predicate) {
      own.phase = 'EXIT';
      own.counted = 0;
      own.ended = t;
    } else if (own.phase === 'EXIT' && predicate) own.phase = 'TRUE';
    if (own.phase === 'ONSET' && own.counted >= violation.onsetDelay * 1000 && watched.every((one) => holds(one, t)))
      raise(t);
    if (own.phase === 'EXIT' && violation.exitDelay === 0) clear(t);
  };

  for (let t = start; t <= now; t += unit) {
    // Time first: the stretch (t - unit, t] has passed. The violation's own timer goes before those of its conditions.
    if (own.phase === 'ONSET' && watched.every((one) => holds(one, t))) {
      own.counted += unit;
      if (own.counted >= violation.onsetDelay * 1000) raise(t);
    } else if (own.phase === 'EXIT' && watched.some((one) => !isOn(one) && holds(one, t))) {
      own.counted += unit;
      if (own.counted >= violation.exitDelay * 1000) clear(t);
    }
    for (const one of watched) {
      if (!holds(one, t)) continue;
      if (one.machine.phase === 'ONSET') {
        one.machine.counted += unit;
        if (one.machine.counted >= one.rule.onsetDelay * 1000) one.machine.phase = 'TRUE';
      } else if (one.machine.phase === 'EXIT') {
        one.machine.counted += unit;
        if (one.machine.counted >= one.rule.exitDelay * 1000) one.machine.phase = 'CLEAR';
      }
    }
    if (t > start) askViolation(t);

    // Readings second: all of this instant, then the violation again.
    let any = false;
    for (; next < sorted.length && (sorted[next] as OracleReading).at === t; next++) {
      const reading = sorted[next] as OracleReading;
      for (const one of watched)
        if (one.rule.series === reading.series && reading.value !== null && !Number.isNaN(reading.value)) {
          any = true;
          readOne(one, t, reading.value);
        }
    }
    if (any) askViolation(t);
  }
  return alerts;
}

function readOne(one: Watched, t: number, value: number): void {
  const { rule, machine } = one;
  one.history.push({ at: t, value });
  let operand: number | null = value;
  if (rule.minutes > 0) {
    const values = one.history.filter(({ at }) => at > t - rule.minutes * 60_000).map((sample) => sample.value);
    const total = values.reduce((a, b) => a + b, 0);
    if (rule.grab === 'COUNT') operand = values.length;
    else if (values.length * rule.interval < (rule.minutes * 60) / 2) operand = null;
    else if (rule.grab === 'MIN') operand = Math.min(...values);
    else if (rule.grab === 'MAX') operand = Math.max(...values);
    else if (rule.grab === 'SUM') operand = total;
    else if (rule.grab === 'MEAN') operand = total / values.length;
    else if (rule.grab === 'DELTA') operand = value - (values[0] as number);
  }
  if (operand === null) return;
  if (rule.operator === 'GREATER_THAN') one.predicate = operand > rule.threshold;
  else if (rule.operator === 'LESS_THAN') one.predicate = operand < rule.threshold;
  else one.predicate = one.operand !== null && one.operand !== operand;
  one.operand = operand;
  one.knownAt = t;

  if (machine.phase === 'CLEAR' && one.predicate) {
    machine.phase = 'ONSET';
    machine.since = t;
    machine.counted = 0;
  } else if (machine.phase === 'ONSET' && !one.predicate) machine.phase = 'CLEAR';
  else if (machine.phase === 'TRUE' && !one.predicate) {
    machine.phase = rule.exitDelay === 0 ? 'CLEAR' : 'EXIT';
    machine.counted = 0;
  } else if (machine.phase === 'EXIT' && one.predicate) machine.phase = 'TRUE';
  if (machine.phase === 'ONSET' && machine.counted >= rule.onsetDelay * 1000) machine.phase = 'TRUE';
}
