/** The one place that asks what time it is. Everything else is told. */
import type { Millis } from '@picket/domain';
import {
  type ClockProblem,
  type ClockSample,
  type ClockState,
  clockProblem,
  compareClocks,
  currentTime,
  heartbeatStored,
  initialClockState,
  observeSample,
} from './clock-guard.ts';

/** A sentry's clock within this is taken to show the same time. */
const SAME_TIME: Millis = 60_000;
/** What a sentry said counts for so long. */
const SENTRY_TIME_TTL: Millis = 120_000;
const MAX_SENTRIES = 10_000;
/** An accepted step is spoken of for so long. */
const STEP_REPORTED_FOR: Millis = 600_000;

export type { ClockProblem } from './clock-guard.ts';

/** The time, and whether it can be believed. */
export class Clock {
  readonly #readClocks: () => ClockSample;
  #state: ClockState;
  /** What sentries said while readings had to wait: whether they agreed with the wall clock, and when (steady). */
  readonly #sentryTimes = new Map<string, { readonly agrees: boolean; readonly at: Millis }>();

  /** `shown`: the wall clock, and one that nobody sets. */
  constructor(readClocks: () => ClockSample) {
    this.#readClocks = readClocks;
    this.#state = initialClockState(readClocks());
  }

  /** The time; while a step of the wall clock is neither undone nor accepted, the time without it. */
  now(): Millis {
    const sample = this.#sample();
    return currentTime(this.#state, sample);
  }

  /** What is wrong with the clock; null: nothing. */
  problem(): ClockProblem | null {
    const { steady } = this.#sample();
    return clockProblem(this.#state, steady);
  }

  /** Readings have to wait: something is wrong, or was and no heartbeat was stored since. */
  isUntrusted(): boolean {
    this.#sample();
    return this.#state.isUntrusted;
  }

  /** The step that was accepted a little while ago. */
  acceptedStep(): Millis | null {
    const { steady } = this.#sample();
    const { accepted } = this.#state;
    return accepted === null || steady - accepted.at > STEP_REPORTED_FOR ? null : accepted.by;
  }

  /** A report that has to wait says what its sentry takes for the time. */
  observeSentryTime(sentry: string, sentAt: Millis): void {
    const { wall, steady } = this.#readClocks();
    if (this.#sentryTimes.size >= MAX_SENTRIES && !this.#sentryTimes.has(sentry)) return;
    this.#sentryTimes.set(sentry, { agrees: Math.abs(sentAt - wall) <= SAME_TIME, at: steady });
  }

  /** Holds the clock against the database's (as it was at `wall` of ours) and the newest stored heartbeat. */
  compare(facts: { readonly database: Millis | null; readonly newestHeartbeat: Millis | null }): void {
    const shown = this.#readClocks();
    this.#state = compareClocks(this.#state, { ...shown, ...facts, sentries: this.#countVotes(shown.steady) });
  }

  /** Whether what is stored lies ahead of the time. */
  wentBack(): boolean {
    return this.#state.wentBack;
  }

  /** A heartbeat was stored. */
  heartbeatStored(): void {
    if (this.problem() === null) this.#state = heartbeatStored(this.#state);
    this.#sentryTimes.clear();
  }

  #sample(): ClockSample {
    const readClocks = this.#readClocks();
    this.#state = observeSample(this.#state, readClocks);
    return readClocks;
  }

  #countVotes(steady: Millis): { readonly agree: number; readonly disagree: number } {
    const lately = [...this.#sentryTimes.values()].filter(({ at }) => steady - at <= SENTRY_TIME_TTL);
    const agree = lately.filter(({ agrees }) => agrees).length;
    return { agree, disagree: lately.length - agree };
  }
}

export const systemClock = new Clock(() => ({ wall: Date.now(), steady: performance.now() }));

/** What is wrong, as a sentence for who runs the installation. */
export function formatClockProblem({ kind, by }: ClockProblem): string {
  const seconds = Math.round(Math.abs(by) / 1000);
  if (kind === 'DATABASE')
    return `the database's clock is ${seconds} s ${by > 0 ? 'ahead of' : 'behind'} this server's; readings wait until they agree`;
  return `this server's clock jumped ${by > 0 ? 'ahead' : 'back'} by ${seconds} s; readings wait until it is right again, or certain to be`;
}
