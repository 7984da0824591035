/** The only reader of the system clock; everything else takes the time as an argument. */
import type { Millis } from '@picket/domain/time';
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
/** How long the time reported by a sentry counts. */
const SENTRY_TIME_TTL: Millis = 120_000;
const MAX_SENTRIES = 10_000;
/** How long an accepted step is reported. */
const STEP_REPORTED_FOR: Millis = 600_000;

/** The time, and whether it can be trusted. */
export class Clock {
  readonly #readClocks: () => ClockSample;
  #state: ClockState;
  /** Times sentries reported while readings wait: whether they agree with the wall clock, and when (steady clock). */
  readonly #sentryTimes = new Map<string, { readonly agrees: boolean; readonly at: Millis }>();

  /** `readClocks`: the wall clock, and a steady one that is never set. */
  constructor(readClocks: () => ClockSample) {
    this.#readClocks = readClocks;
    this.#state = initialClockState(readClocks());
  }

  /** The time; while a step of the wall clock is neither undone nor accepted, the time without it. */
  now(): Millis {
    const sample = this.#sample();
    return currentTime(this.#state, sample);
  }

  /** A time that is never set, to measure how long something takes. */
  steady(): Millis {
    return this.#readClocks().steady;
  }

  /** What is wrong with the clock; null: nothing. */
  problem(): ClockProblem | null {
    const { steady } = this.#sample();
    return clockProblem(this.#state, steady);
  }

  /** Readings have to wait: the clock has a problem, or had one and no heartbeat was stored since. */
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

  /** Notes the sentry's own time, from a report that has to wait. */
  observeSentryTime(sentry: string, sentAt: Millis): void {
    const { wall, steady } = this.#readClocks();
    if (this.#sentryTimes.size >= MAX_SENTRIES && !this.#sentryTimes.has(sentry)) return;
    this.#sentryTimes.set(sentry, { agrees: Math.abs(sentAt - wall) <= SAME_TIME, at: steady });
  }

  /** Compares this clock with the database's (read at the same moment) and the newest stored heartbeat. */
  compare(readings: { readonly database: Millis | null; readonly newestHeartbeat: Millis | null }): void {
    const sample = this.#readClocks();
    this.#state = compareClocks(this.#state, { ...sample, ...readings, sentries: this.#countVotes(sample.steady) });
  }

  /** Whether what is stored lies ahead of the time. */
  jumpedBack(): boolean {
    return this.#state.jumpedBack;
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
    const recent = [...this.#sentryTimes.values()].filter(({ at }) => steady - at <= SENTRY_TIME_TTL);
    const agree = recent.filter(({ agrees }) => agrees).length;
    return { agree, disagree: recent.length - agree };
  }
}

export const systemClock = new Clock(() => ({ wall: Date.now(), steady: performance.now() }));

/** Describes a clock problem for the operator. */
export function formatClockProblem({ kind, by }: ClockProblem): string {
  const seconds = Math.round(Math.abs(by) / 1000);
  if (kind === 'DATABASE')
    return `the database's clock is ${seconds} s ${by > 0 ? 'ahead of' : 'behind'} this server's; readings wait until they agree`;
  return `this server's clock jumped ${by > 0 ? 'ahead' : 'back'} by ${seconds} s; readings wait until it is right again, or certain to be`;
}
