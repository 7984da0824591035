import { AGGREGATION_NAMES, type Aggregation, OPERATOR_NAMES, type Violation } from '@picket/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CompiledPolicies,
  compilePolicies,
  diffPolicies,
  EMPTY_STATE,
  fingerprintsOf,
  planReconciliation,
  type Reading,
  Replay,
  restingState,
  type SentryState,
  stepReadings,
  stepTick,
  TICK_LAG,
} from '../src/index.ts';
import { Ledger } from './ledger.ts';
import { type OracleAlert, type OracleViolation, oracleAlerts } from './oracle.ts';

const UNIT = 500;
const START = 1_700_000_000_000;
/** The full number of runs takes a while. */
const LONG = 900_000;
const RUNS = Number(process.env.PICKET_PROPERTY_RUNS ?? 1500);

const METRICS = ['environment_temperature', 'environment_humidity'] as const;

interface Case {
  readonly interval: number;
  readonly violation: Violation;
  readonly readings: readonly Reading[];
  /** Where the history is cut into reports, as positions between readings. */
  readonly cuts: readonly boolean[];
  /** For each reading, whether a tick comes before it and how far it runs ahead, in units. */
  readonly ticks: readonly (number | null)[];
  readonly horizon: number;
}

const delay = fc.integer({ min: 0, max: 4 });

const conditionArb = (sensorMetricId: string) =>
  fc.record({
    sensorMetricId: fc.constant(sensorMetricId),
    column: fc.constant('value'),
    calc: fc.oneof(
      { weight: 4, arbitrary: fc.constant({ grab: 'LAST' as Aggregation, minutes: 0 }) },
      {
        weight: 1,
        arbitrary: fc.record({
          grab: fc.constantFrom(...AGGREGATION_NAMES),
          minutes: fc.constantFrom(0.05, 0.1),
        }),
      },
    ),
    operator: fc.constantFrom(...OPERATOR_NAMES),
    threshold: fc.integer({ min: 0, max: 2 }),
    onsetDelay: delay,
    exitDelay: delay,
    violationStartAdjustment: fc.integer({ min: -3, max: 3 }),
  });

const violationArb = fc
  .tuple(fc.integer({ min: 1, max: 2 }), conditionArb(METRICS[0]), conditionArb(METRICS[1]))
  .chain(([count, first, second]) =>
    fc.record({
      description: fc.constant('tested'),
      severity: fc.constant(300),
      video: fc.constant(false),
      activeResolution: fc.constant(false),
      onsetDelay: delay,
      exitDelay: delay,
      incidentStartAdjustment: fc.integer({ min: -3, max: 3 }),
      instant: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      conditions: fc.constant([first, second].slice(0, count)),
    }),
  );

const caseArb: fc.Arbitrary<Case> = fc
  .record({
    interval: fc.integer({ min: 1, max: 3 }),
    violation: violationArb,
    steps: fc.array(
      fc.record({
        gap: fc.oneof(
          { weight: 6, arbitrary: fc.integer({ min: 0, max: 5 }) },
          { weight: 1, arbitrary: fc.integer({ min: 6, max: 30 }) },
        ),
        // Mostly the instants at which delays and holds end, sometimes a hair beside them.
        jitter: fc.oneof(
          { weight: 6, arbitrary: fc.constant(0) },
          { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
        ),
        metric: fc.constantFrom(...METRICS),
        value: fc.oneof(
          { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
          { weight: 1, arbitrary: fc.constant(null) },
        ),
        cut: fc.boolean(),
        tick: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 8 })),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    tail: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ interval, violation, steps, tail }) => {
    let at = START;
    const seen = new Set<string>();
    const kept = steps.flatMap((step) => {
      at += step.gap * UNIT + (step.gap === 0 ? 0 : step.jitter);
      const identity = `${step.metric} ${at}`;
      if (seen.has(identity)) return [];
      seen.add(identity);
      return [{ ...step, reading: { series: `${step.metric}.value`, at, value: step.value } }];
    });
    return {
      interval,
      violation,
      readings: kept.map((step) => step.reading),
      cuts: kept.map((step) => step.cut),
      ticks: kept.map((step) => step.tick),
      horizon: Math.max(at + tail * UNIT, ...kept.map((step) => step.reading.at + (step.tick ?? 0) * UNIT)),
    };
  });

const watchFor = (one: Case) =>
  compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [one.violation] } }], {
    reportIntervalSeconds: one.interval,
    fluidSensors: [],
  });

const oracleFor = (one: Case): OracleViolation => ({
  ...one.violation,
  conditions: one.violation.conditions.map((condition) => ({
    ...condition,
    series: `${condition.sensorMetricId}.${condition.column}`,
    grab: condition.calc.grab,
    minutes: condition.calc.minutes,
    interval: one.interval,
  })),
});

/** Runs the case through the engine: its own cuts, its own ticks, the state through JSON (a restart) at every step. */
function engineLedger(one: Case, options: { cut: boolean; ticks: 'none' | 'behind' | 'ahead' }): Ledger {
  const policies = watchFor(one);
  const ledger = new Ledger(one.violation.instant);
  let state: SentryState = EMPTY_STATE;
  const restart = (next: SentryState): SentryState => JSON.parse(JSON.stringify(next));
  const tick = (now: number) => {
    const step = stepTick(policies, state, now);
    ledger.apply(step.outcomes);
    state = restart(step.state);
  };
  let report: Reading[] = [];
  const send = () => {
    const [first] = report;
    if (first === undefined) return;
    // Received at once: liveness, which depends on receipt, is not what these properties are about.
    const step = stepReadings(policies, state, report, first.at);
    expect(step.late).toEqual([]);
    ledger.apply(step.outcomes);
    state = restart(step.state);
    report = [];
  };
  one.readings.forEach((reading, index) => {
    const ahead = one.ticks[index];
    if (options.cut && one.cuts[index] === true) send();
    if (options.ticks !== 'none' && ahead != null) {
      send();
      // "Behind": the tick lags the newest reading that could still come. "Ahead": it runs past readings on their way.
      tick(options.ticks === 'ahead' ? reading.at + ahead * UNIT : reading.at - UNIT);
    }
    report.push(reading);
  });
  send();
  tick(one.horizon);
  return ledger;
}

test(
  'the engine gives the oracle’s alerts for any history',
  () => {
    fc.assert(
      fc.property(caseArb, (one) => {
        const expected = oracleAlerts(oracleFor(one), one.readings, one.horizon);
        expect(engineLedger(one, { cut: false, ticks: 'none' }).standing()).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  },
  LONG,
);

test(
  'any split into reports, restarts between them and ticks behind the readings change nothing and correct nothing',
  () => {
    fc.assert(
      fc.property(caseArb, (one) => {
        const expected = oracleAlerts(oracleFor(one), one.readings, one.horizon);
        const ledger = engineLedger(one, { cut: true, ticks: 'behind' });
        expect(ledger.standing()).toEqual(expected);
        expect(ledger.anyCorrected).toBe(false);
      }),
      { numRuns: RUNS },
    );
  },
  LONG,
);

test(
  'ticks that ran ahead of readings are corrected until what stands is the oracle’s',
  () => {
    fc.assert(
      fc.property(caseArb, (one) => {
        const expected = oracleAlerts(oracleFor(one), one.readings, one.horizon);
        expect(engineLedger(one, { cut: true, ticks: 'ahead' }).standing()).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  },
  LONG,
);

/** The order in which readings arrive: each is delayed by that many others. */
const arrivals = (one: Case, delays: readonly number[]): readonly Reading[] =>
  one.readings
    .map((reading, index) => ({ reading, place: index + (delays[index % delays.length] ?? 0) + 0.5 }))
    .sort((a, b) => a.place - b.place)
    .map(({ reading }) => reading);

/**
 * The product's way with late readings: what is late is stored, and at times the stored history is replayed from a
 * checkpoint before it and held against the record.
 */
class Shuffled {
  readonly ledger: Ledger;
  readonly #policies;
  readonly #compiled;
  readonly #stored: Reading[] = [];
  #checkpoints: { readonly state: SentryState; readonly newest: number }[] = [];
  #state: SentryState = EMPTY_STATE;
  #lateFrom: number | null = null;
  #ticked = Number.NEGATIVE_INFINITY;

  constructor(one: Case) {
    this.#policies = watchFor(one);
    const [compiled] = this.#policies.violations;
    if (compiled === undefined) throw new Error('nothing is compiled');
    this.#compiled = compiled;
    this.ledger = new Ledger(one.violation.instant);
  }

  receive(report: readonly Reading[]): void {
    const [first] = report;
    if (first === undefined) return;
    const newest = Math.max(...Object.values(this.#state.series).map(({ at }) => at), Number.NEGATIVE_INFINITY);
    this.#checkpoints.push({ state: this.#state, newest });
    this.#stored.push(...report);
    const step = stepReadings(this.#policies, this.#state, report, Math.min(...report.map(({ at }) => at)));
    this.ledger.apply(step.outcomes);
    this.#state = JSON.parse(JSON.stringify(step.state));
    for (const index of step.late)
      this.#lateFrom = Math.min(this.#lateFrom ?? Number.POSITIVE_INFINITY, report[index]?.at ?? 0);
  }

  tick(now: number): void {
    this.#ticked = Math.max(this.#ticked, now);
    const step = stepTick(this.#policies, this.#state, now);
    this.ledger.apply(step.outcomes);
    this.#state = step.state;
  }

  reconcile(): void {
    const lateFrom = this.#lateFrom;
    if (lateFrom === null) return;
    this.#checkpoints = this.#checkpoints.filter(({ newest }) => newest < lateFrom);
    const from = this.#checkpoints.at(-1);
    const start =
      from && (from.state.violations[this.#compiled.key] ?? restingState(this.#compiled, from.state.series));
    const replay = new Replay(this.#compiled, start ?? Number.NEGATIVE_INFINITY);
    const ordered = this.#stored.toSorted((a, b) => a.at - b.at);
    const half = ordered.findIndex(({ at }) => at > lateFrom);
    replay.apply(ordered.slice(0, Math.max(0, half)));
    replay.apply(ordered.slice(Math.max(0, half)));
    const settled = planReconciliation(
      replay.finish(this.#ticked),
      this.ledger.known().filter((one) => replay.covers(one)),
      { from: Number.NEGATIVE_INFINITY, readingsFrom: replay.readingsFrom },
    );
    this.ledger.reconcile(settled.steps);
    this.#state = { ...this.#state, violations: { ...this.#state.violations, [this.#compiled.key]: settled.state } };
    this.#lateFrom = null;
  }
}

test(
  'readings that arrive in any order give the oracle’s alerts once they are reconciled',
  () => {
    fc.assert(
      fc.property(
        caseArb,
        fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 12 }),
        (one, delays, moves) => {
          const shuffled = new Shuffled(one);
          let report: Reading[] = [];
          arrivals(one, delays).forEach((reading, index) => {
            report.push(reading);
            const move = moves[index % moves.length] ?? 0;
            if (move === 0) return;
            shuffled.receive(report);
            report = [];
            if (move === 2) shuffled.tick(reading.at);
            if (move === 3) shuffled.reconcile();
          });
          shuffled.receive(report);
          shuffled.reconcile();
          shuffled.tick(one.horizon);
          expect(shuffled.ledger.standing()).toEqual(oracleAlerts(oracleFor(one), one.readings, one.horizon));
        },
      ),
      { numRuns: RUNS },
    );
  },
  LONG,
);

/** The product's way with an edit: what changed is replayed from history and speaks from the newest reading on. */
function editedLedger(one: Case, after: Violation, place: number): { ledger: Ledger; from: number } {
  const before = watchFor(one);
  const edited = { ...one, violation: after };
  const policies = watchFor(edited);
  const [compiled] = policies.violations;
  if (compiled === undefined) throw new Error('nothing is compiled');
  const ledger = new Ledger(false);
  let state: SentryState = EMPTY_STATE;
  const send = (current: CompiledPolicies, readings: readonly Reading[]): void => {
    for (const reading of readings) {
      const step = stepReadings(current, state, [reading], reading.at);
      ledger.apply(step.outcomes);
      state = JSON.parse(JSON.stringify(step.state));
    }
  };
  const seen = one.readings.slice(0, place);
  const from = seen.at(-1)?.at ?? START;
  send(before, seen);
  const asked = stepTick(before, state, from);
  ledger.apply(asked.outcomes);

  const change = diffPolicies(fingerprintsOf(before), policies, asked.state);
  state = change.state;
  for (const { compiled: changed } of change.changed) {
    const replay = new Replay(changed, Number.NEGATIVE_INFINITY);
    replay.apply(seen);
    const known = ledger
      .known()
      .filter(({ raisedAt, clearedAt }) => raisedAt >= from || clearedAt === null || clearedAt > from);
    const settled = planReconciliation(replay.finish(from), known, { from, readingsFrom: replay.readingsFrom });
    // What was over when the edit was made was right when it was raised.
    const isOver = (raisedAt: number) => known.some((one) => one.raisedAt === raisedAt && one.clearedAt !== null);
    ledger.reconcile(settled.steps.filter((step) => step.type !== 'WITHDRAW' || !isOver(step.known)));
    state = { ...state, violations: { ...state.violations, [changed.key]: settled.state } };
  }
  send(policies, one.readings.slice(place));
  ledger.apply(stepTick(policies, state, one.horizon).outcomes);
  return { ledger, from };
}

test(
  'an edit: before it the old definition, from it on the new one; what both hold true is one alert',
  () => {
    const notInstant = caseArb.filter(({ violation }) => !violation.instant);
    fc.assert(
      fc.property(notInstant, violationArb, fc.nat({ max: 40 }), (one, other, where) => {
        const after: Violation = { ...other, instant: false };
        const place = 1 + (where % one.readings.length);
        // A definition speaks from the newest reading it could have seen: that is where the edit is made.
        const isSeen = (series: string) => after.conditions.some((c) => `${c.sensorMetricId}.${c.column}` === series);
        fc.pre(isSeen(one.readings[place - 1]?.series ?? ''));
        const { ledger, from } = editedLedger(one, after, place);
        const seen = one.readings.slice(0, place);
        const old = oracleAlerts(oracleFor(one), seen, from);
        const now = oracleAlerts(oracleFor({ ...one, violation: after }), one.readings, one.horizon);
        const fingerprint = (violation: Violation) => fingerprintsOf(watchFor({ ...one, violation }));
        // Made at the very instant at which something begins or ends, it is a matter of taste which side that is on.
        const atEdit = [...old, ...now].some(({ raisedAt, clearedAt }) => raisedAt === from || clearedAt === from);
        fc.pre(!atEdit && one.readings[place]?.at !== from);
        const isEdit = JSON.stringify(fingerprint(one.violation)) !== JSON.stringify(fingerprint(after));
        const over = old.filter(({ clearedAt }) => clearedAt !== null);
        // One that stands at the edit is raised there or, where it stood already, was raised before: the same one either way.
        const times = ({ raisedAt, endedAt, clearedAt }: Omit<OracleAlert, 'startedAt'>) => {
          const stands = clearedAt === null || clearedAt > from;
          return [stands ? Math.max(raisedAt, from) : raisedAt, endedAt, clearedAt];
        };
        const expected = now.flatMap((alert) => {
          if (alert.clearedAt !== null && alert.clearedAt <= from && alert.raisedAt < from) return [];
          const endedAt = alert.endedAt === null ? null : Math.max(alert.endedAt, from);
          return [times({ ...alert, endedAt })];
        });
        if (isEdit) expect(ledger.standing().map(times)).toEqual([...over.map(times), ...expected]);
      }),
      { numRuns: RUNS },
    );
  },
  LONG,
);

test('a lag of two seconds stands between the clock and what a tick may say', () => {
  expect(TICK_LAG).toBe(2000);
});
