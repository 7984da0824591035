/** Runs a random case through the engine the way the product does; what stands at the end is in a ledger. */
import type { Violation } from '@picket/domain/policies';
import { expect } from 'vitest';
import {
  type CompiledPolicies,
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
} from '../src/index.ts';
import { Ledger } from './ledger.ts';
import { type Case, compileCase, START, UNIT } from './random-cases.ts';

/** Runs the case through the engine: its own cuts, its own ticks, the state through JSON (a restart) at every step. */
export function engineLedger(one: Case, options: { cut: boolean; ticks: 'none' | 'behind' | 'ahead' }): Ledger {
  const policies = compileCase(one);
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

/** The order in which readings arrive: each is delayed by that many others. */
export const arrivals = (one: Case, delays: readonly number[]): readonly Reading[] =>
  one.readings
    .map((reading, index) => ({ reading, place: index + (delays[index % delays.length] ?? 0) + 0.5 }))
    .sort((a, b) => a.place - b.place)
    .map(({ reading }) => reading);

/**
 * The product's way with late readings: what is late is stored, and at times the stored history is replayed from a
 * checkpoint before it and held against the record.
 */
export class Shuffled {
  readonly ledger: Ledger;
  readonly #policies;
  readonly #compiled;
  readonly #stored: Reading[] = [];
  #checkpoints: { readonly state: SentryState; readonly newest: number }[] = [];
  #state: SentryState = EMPTY_STATE;
  #lateFrom: number | null = null;
  #ticked = Number.NEGATIVE_INFINITY;

  constructor(one: Case) {
    this.#policies = compileCase(one);
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
      { from: Number.NEGATIVE_INFINITY, readingsFrom: replay.knownFrom },
    );
    this.ledger.reconcile(settled.steps);
    this.#state = { ...this.#state, violations: { ...this.#state.violations, [this.#compiled.key]: settled.state } };
    this.#lateFrom = null;
  }
}

/** The product's way with an edit: what changed is replayed from history and speaks from the newest reading on. */
export function editedLedger(one: Case, after: Violation, place: number): { ledger: Ledger; from: number } {
  const before = compileCase(one);
  const edited = { ...one, violation: after };
  const policies = compileCase(edited);
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

  const change = diffPolicies(fingerprintsOf(before), policies, asked.state, from);
  state = change.state;
  for (const { compiled: changed } of change.changed) {
    const replay = new Replay(changed, Number.NEGATIVE_INFINITY);
    replay.apply(seen);
    const known = ledger
      .known()
      .filter(({ raisedAt, clearedAt }) => raisedAt >= from || clearedAt === null || clearedAt > from);
    const settled = planReconciliation(replay.finish(from), known, { from, readingsFrom: replay.knownFrom });
    // What was over when the edit was made was right when it was raised.
    const isOver = (raisedAt: number) => known.some((one) => one.raisedAt === raisedAt && one.clearedAt !== null);
    ledger.reconcile(settled.steps.filter((step) => step.type !== 'WITHDRAW' || !isOver(step.known)));
    state = { ...state, violations: { ...state.violations, [changed.key]: settled.state } };
  }
  send(policies, one.readings.slice(place));
  ledger.apply(stepTick(policies, state, one.horizon).outcomes);
  return { ledger, from };
}
