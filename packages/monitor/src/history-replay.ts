/**
 * Replays a violation's stored history through the same machine: after late readings, after an edit, for a backtest, and for
 * the trace of an alert.
 *
 * Input: where to start (a stored state, or nothing), stored readings in order of time, in any number of batches. Output: the
 * alerts they give and the state they end in. Invariant: the result is what live evaluation would have given, had everything arrived in order.
 */
import type { Millis } from '@picket/domain/time';
import type { CompiledViolation } from './compile-policies.ts';
import { isActive } from './delay-machine.ts';
import { type ConditionState, initialState, type PastIntervals, type ViolationState } from './state.ts';
import { byInstant, forecast, type Reading } from './step.ts';
import type { Trace } from './trace.ts';
import type { Transition } from './transitions.ts';
import { ViolationRun } from './violation-machine.ts';

export interface ReplayedAlert {
  readonly raisedAt: Millis;
  /** null: it was raised before the replay began. */
  readonly startedAt: Millis | null;
  readonly endedAt: Millis | null;
  readonly clearedAt: Millis | null;
  readonly transitions: readonly Transition[];
}

export interface Replayed {
  readonly state: ViolationState;
  readonly alerts: readonly ReplayedAlert[];
}

interface ReplayHistory {
  readonly warmFrom?: Millis | undefined;
  readonly intervals?: PastIntervals | undefined;
}

export class Replay {
  readonly #compiled: CompiledViolation;
  readonly #run: ViolationRun;
  readonly #start: ViolationState;
  /** Newest reading the start had applied, of each series. */
  readonly #seen: ReadonlyMap<string, Millis>;
  readonly #from: Millis;
  readonly #isTraced: boolean;
  /** From when on its windows and delays have all the readings they need: before that, those given only fill them. */
  readonly #warmFrom: Millis;
  /** The first reading applied of each series. */
  readonly #first = new Map<string, Millis>();
  /** Where the readings given begin, for a replay that starts from nothing. */
  readonly readingsFrom: Millis;

  /**
   * `start`: a kept state, or the instant from which on readings will be given to one that knows nothing. `warmFrom`: from when on
   * the latter speaks of alerts. `intervals`: what they were before.
   */
  constructor(
    compiled: CompiledViolation,
    start: ViolationState | Millis,
    trace: Trace | null = null,
    { warmFrom = Number.NEGATIVE_INFINITY, intervals = {} }: ReplayHistory = {},
  ) {
    this.#compiled = compiled;
    this.#warmFrom = warmFrom;
    this.#isTraced = trace !== null;
    this.#start = { ...(typeof start === 'number' ? initialState(compiled) : start), announced: [] };
    this.#run = new ViolationRun(compiled, this.#start, trace, intervals);
    this.#from = this.#run.newest;
    this.readingsFrom = typeof start === 'number' ? start : this.#from;
    this.#seen = new Map(
      this.#start.conditions.map(({ seen }, index) => [
        compiled.conditions[index]?.series ?? '',
        seen ?? Number.NEGATIVE_INFINITY,
      ]),
    );
  }

  /** Applies stored readings that follow all earlier ones, oldest first; readings of other series are ignored. */
  apply(readings: readonly Reading[]): void {
    const own = readings.filter(
      ({ series, at }) => at >= this.#from && at > (this.#seen.get(series) ?? Number.POSITIVE_INFINITY),
    );
    for (const { series, at } of own) if (!this.#first.has(series)) this.#first.set(series, at);
    for (const [at, instant] of byInstant(own)) this.#run.apply(at, instant);
  }

  /** Delays that are over by `to` have ended: no reading follows that says otherwise. */
  advance(to: Millis): void {
    if (!this.#run.idle) this.#run.advance(to);
  }

  /** The time from `from` to `to` counts towards no onset: what is due before still happens, the rest waits for so much longer. */
  passOver(from: Millis, to: Millis): void {
    this.advance(from);
    if (!this.#run.idle && !isActive(this.#run.state().machine)) this.#run.skipTo(to);
  }

  /**
   * From when on the replay knows what raised an alert. One that starts from nothing is warm by then, and has had a reading of
   * every series: without one nothing is raised, whatever was true before (+Infinity: there is a series without any).
   */
  get knownFrom(): Millis {
    if (this.#from !== Number.NEGATIVE_INFINITY) return this.#from;
    return this.#compiled.conditions.reduce(
      (latest, { series }) => Math.max(latest, this.#first.get(series) ?? Number.POSITIVE_INFINITY),
      Math.max(this.readingsFrom, this.#warmFrom),
    );
  }

  /** Samples in its windows: what the next reading costs. */
  get samples(): number {
    return this.#run.samples;
  }

  /** Whether its windows and delays have by then all the readings they need. */
  isWarmBy(at: Millis): boolean {
    return this.#warmFrom <= at;
  }

  /** Whether no reading was applied, but for those that fill its windows. */
  get isEmpty(): boolean {
    return this.#first.size === 0 || this.#run.newest < this.#warmFrom;
  }

  /** Whether the replay covers a recorded alert: it includes its start or, if it was active at the start, its end. */
  covers({ raisedAt, clearedAt }: { readonly raisedAt: Millis; readonly clearedAt: Millis | null }): boolean {
    if (this.#from === Number.NEGATIVE_INFINITY)
      return raisedAt >= this.knownFrom || clearedAt === null || clearedAt > this.knownFrom;
    if (raisedAt > this.#from) return true;
    const { instant, onsetDelay } = this.#compiled.violation;
    if (raisedAt === activeRaisedAt(this.#start)) return !instant;
    // Readings at the starting instant may still raise it there, unless a delay has to run first.
    return raisedAt === this.#from && this.#start.unsettled && onsetDelay === 0;
  }

  /** raisedAt of the alert that was active where it starts; null: none was. */
  get startedWith(): Millis | null {
    return activeRaisedAt(this.#start);
  }

  /** The state that the readings applied so far give. */
  state(): ViolationState {
    const kept = this.#run.state();
    return { ...kept, conditions: [...kept.conditions], announced: [] };
  }

  /** Returns the result. `until`: how far ticks carry it forward; null: not beyond the last reading. */
  finish(until: Millis | null): Replayed {
    const state = this.state();
    const ahead = until === null ? [] : forecast(this.#compiled, state).filter(({ at }) => at <= until);
    const transitions = [...this.#run.transitions, ...ahead];
    // A trace includes the steps after the last reading too.
    if (this.#isTraced && until !== null) this.#run.advance(until);
    const alerts = alertsOf(this.#compiled, this.#start, transitions);
    // What was over before the replay was warm may be due to windows that were not full.
    const isCold = this.#from === Number.NEGATIVE_INFINITY && Number.isFinite(this.#warmFrom);
    return {
      state: { ...state, announced: ahead },
      alerts: isCold ? alerts.filter((alert) => this.covers(alert)) : alerts,
    };
  }
}

function alertsOf(
  { violation }: CompiledViolation,
  start: ViolationState,
  transitions: readonly Transition[],
): readonly ReplayedAlert[] {
  const alerts = new Map<Millis, ReplayedAlert>();
  const raised = activeRaisedAt(start);
  if (!violation.instant && raised !== null)
    alerts.set(raised, { raisedAt: raised, startedAt: null, endedAt: null, clearedAt: null, transitions: [] });
  for (const transition of transitions) {
    const { raisedAt, at } = transition;
    const known = alerts.get(raisedAt);
    const own = [...(known?.transitions ?? []), transition];
    if (transition.type === 'RAISED') {
      const over = violation.instant ? at : null;
      const { startedAt } = transition;
      alerts.set(raisedAt, { raisedAt, startedAt, endedAt: over, clearedAt: over, transitions: own });
    } else if (known !== undefined) {
      const end = transition.type === 'CLEARED' ? { endedAt: transition.endedAt, clearedAt: at } : {};
      alerts.set(raisedAt, { ...known, ...end, transitions: own });
    }
  }
  return [...alerts.values()].sort((a, b) => a.raisedAt - b.raisedAt);
}

/**
 * Clips replayed alerts to a definition in force from `from` on: alerts cleared by then belong to the previous definition,
 * an alert active at `from` is raised there.
 */
export function clipAlerts(alerts: readonly ReplayedAlert[], from: Millis): readonly ReplayedAlert[] {
  return alerts.flatMap((alert): readonly ReplayedAlert[] => {
    if (alert.raisedAt >= from) return [alert];
    if (alert.clearedAt !== null && alert.clearedAt <= from) return [];
    const endedAt = alert.endedAt === null ? null : Math.max(alert.endedAt, from);
    return [{ ...alert, raisedAt: from, endedAt }];
  });
}

/**
 * The state at `at` of a violation of which only its alert is known: raised before, and not over since. Missing data never
 * ends an alert (monitor rules: Meaning, alerts), so what was true stays true until a reading says otherwise.
 */
export function standingState(compiled: CompiledViolation, raised: Millis, at: Millis): ViolationState {
  const machine = { phase: 'TRUE', since: raised, raised } as const;
  const start = initialState(compiled);
  const conditions = start.conditions.map((condition): ConditionState => ({ ...condition, machine, seen: at }));
  return { ...start, cursor: at, machine, conditions };
}

/** The raisedAt of the active alert, which identifies it; null when none is active. */
export const activeRaisedAt = ({ machine }: ViolationState): Millis | null =>
  isActive(machine) ? machine.raised : null;

/** The state with the raisedAt of its active alert replaced by the recorded one. */
export function withRaisedAt(state: ViolationState, raisedAt: Millis): ViolationState {
  const { machine } = state;
  if (!isActive(machine)) return state;
  const announced = state.announced.map((transition) =>
    transition.raisedAt === machine.raised ? { ...transition, raisedAt } : transition,
  );
  // An alert never ends before it was raised.
  const ended = machine.phase === 'EXIT' ? { ended: Math.max(machine.ended, raisedAt) } : {};
  return { ...state, machine: { ...machine, ...ended, raised: raisedAt }, announced };
}
