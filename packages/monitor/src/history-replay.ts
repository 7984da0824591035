/**
 * A violation's stored history, once more through the same machine: after late readings, after an edit, for a backtest, for
 * "why did it fire".
 *
 * Enters: where to start (a kept state, or nothing), stored readings in order of time, in as many helpings as the caller
 * likes. Leaves: the alerts they give and the state they end in. Invariant: what it says is what the live steps would have
 * said, had everything arrived in order.
 */
import type { Millis } from '@picket/domain';
import type { CompiledViolation } from './compile-policies.ts';
import { initialState, type ViolationState } from './state.ts';
import { byInstant, forecast, type Reading } from './step.ts';
import type { Transition } from './transitions.ts';
import { type TraceStep, ViolationRun } from './violation-machine.ts';

export interface ReplayedAlert {
  readonly raisedAt: Millis;
  /** null: it stood already where the replay began. */
  readonly startedAt: Millis | null;
  readonly endedAt: Millis | null;
  readonly clearedAt: Millis | null;
  readonly transitions: readonly Transition[];
}

export interface Replayed {
  readonly state: ViolationState;
  readonly alerts: readonly ReplayedAlert[];
}

export class Replay {
  readonly #compiled: CompiledViolation;
  readonly #run: ViolationRun;
  readonly #start: ViolationState;
  /** Newest reading the start had applied, of each series. */
  readonly #seen: ReadonlyMap<string, Millis>;
  readonly #from: Millis;
  readonly #isTraced: boolean;
  /** Where the readings given begin, for a replay that starts from nothing. */
  readonly readingsFrom: Millis;

  /** `start`: a kept state, or the instant from which on readings will be given to one that knows nothing. */
  constructor(
    compiled: CompiledViolation,
    start: ViolationState | Millis,
    trace: ((step: TraceStep) => void) | null = null,
  ) {
    this.#compiled = compiled;
    this.#isTraced = trace !== null;
    this.#start = { ...(typeof start === 'number' ? initialState(compiled) : start), announced: [] };
    this.#run = new ViolationRun(compiled, this.#start, trace);
    this.#from = this.#run.newest;
    this.readingsFrom = typeof start === 'number' ? start : this.#from;
    this.#seen = new Map(
      this.#start.conditions.map(({ seen }, index) => [
        compiled.conditions[index]?.series ?? '',
        seen ?? Number.NEGATIVE_INFINITY,
      ]),
    );
  }

  /** Stored readings after all that was given before, oldest first; what is not this violation's is passed over. */
  apply(readings: readonly Reading[]): void {
    const own = readings.filter(
      ({ series, at }) => at >= this.#from && at > (this.#seen.get(series) ?? Number.POSITIVE_INFINITY),
    );
    for (const [at, instant] of byInstant(own)) this.#run.apply(at, instant);
  }

  /** Whether the replay speaks of an alert on record: it saw it raised or, if it stood at the start, will see it end. */
  covers({ raisedAt, clearedAt }: { readonly raisedAt: Millis; readonly clearedAt: Millis | null }): boolean {
    if (raisedAt > this.readingsFrom) return true;
    if (this.#from === Number.NEGATIVE_INFINITY) return clearedAt === null || clearedAt > this.readingsFrom;
    const { instant, onsetDelay } = this.#compiled.violation;
    if (raisedAt === activeRaisedAt(this.#start)) return !instant;
    // Readings of the start's own instant may still raise it there, unless a delay has to run first.
    return raisedAt === this.#from && this.#start.unsettled && onsetDelay === 0;
  }

  /** What it came to. `until`: up to when a tick would carry it forward; null: not beyond the last reading. */
  finish(until: Millis | null): Replayed {
    const kept = this.#run.state();
    const state: ViolationState = { ...kept, conditions: [...kept.conditions], announced: [] };
    const ahead = until === null ? [] : forecast(this.#compiled, state).filter(({ at }) => at <= until);
    const transitions = [...this.#run.transitions, ...ahead];
    // Whoever follows the steps wants those of the time after the last reading too.
    if (this.#isTraced && until !== null) this.#run.advance(until);
    return { state: { ...state, announced: ahead }, alerts: alertsOf(this.#compiled, this.#start, transitions) };
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
 * What is left of replayed alerts when their definition is in force only from `from` on: those over by then were another
 * definition's business, one that stands at `from` is raised there.
 */
export function clipAlerts(alerts: readonly ReplayedAlert[], from: Millis): readonly ReplayedAlert[] {
  return alerts.flatMap((alert): readonly ReplayedAlert[] => {
    if (alert.raisedAt >= from) return [alert];
    if (alert.clearedAt !== null && alert.clearedAt <= from) return [];
    const endedAt = alert.endedAt === null ? null : Math.max(alert.endedAt, from);
    return [{ ...alert, raisedAt: from, endedAt }];
  });
}

/** The instant the standing activation's alert is known by, or null. */
export const activeRaisedAt = ({ machine }: ViolationState): Millis | null =>
  machine.phase === 'TRUE' || machine.phase === 'EXIT' ? machine.raised : null;

/** The state with its standing activation called by another instant: the one its alert is known by. */
export function withRaisedAt(state: ViolationState, raisedAt: Millis): ViolationState {
  const { machine } = state;
  if (machine.phase !== 'TRUE' && machine.phase !== 'EXIT') return state;
  const announced = state.announced.map((transition) =>
    transition.raisedAt === machine.raised ? { ...transition, raisedAt } : transition,
  );
  // Nothing ends before it was raised.
  const ended = machine.phase === 'EXIT' ? { ended: Math.max(machine.ended, raisedAt) } : {};
  return { ...state, machine: { ...machine, ...ended, raised: raisedAt }, announced };
}
