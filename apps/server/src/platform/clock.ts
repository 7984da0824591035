/** The one place that asks what time it is. Everything else is told. */
import type { Millis } from '@picket/domain';
import {
  beaten,
  type ClockState,
  type ClockTrouble,
  compared,
  type Shown,
  seen,
  startClock,
  timeOf,
  troubleOf,
} from './clock-guard.ts';

/** A sentry's clock within this is taken to show the same time. */
const SAME_TIME: Millis = 60_000;
/** What a sentry said counts for so long. */
const SAID_LATELY: Millis = 120_000;
const MOST_SENTRIES = 10_000;
/** An accepted step is spoken of for so long. */
const STEP_SPOKEN_OF: Millis = 600_000;

export type { ClockTrouble } from './clock-guard.ts';

/** The time, and whether it can be believed. */
export class Clock {
  readonly #shown: () => Shown;
  #state: ClockState;
  /** What sentries said while readings had to wait: whether they agreed with the wall clock, and when (steady). */
  readonly #said = new Map<string, { readonly agrees: boolean; readonly at: Millis }>();

  /** `shown`: the wall clock, and one that nobody sets. */
  constructor(shown: () => Shown) {
    this.#shown = shown;
    this.#state = startClock(shown());
  }

  /** The time; while a step of the wall clock is neither undone nor accepted, the time without it. */
  now(): Millis {
    const shown = this.#look();
    return timeOf(this.#state, shown);
  }

  /** What is wrong with the clock; null: nothing. */
  trouble(): ClockTrouble | null {
    const { steady } = this.#look();
    return troubleOf(this.#state, steady);
  }

  /** Readings have to wait: something is wrong, or was and no heartbeat was stored since. */
  isHeld(): boolean {
    this.#look();
    return this.#state.isHeld;
  }

  /** The step that was accepted a little while ago. */
  acceptedStep(): Millis | null {
    const { steady } = this.#look();
    const { accepted } = this.#state;
    return accepted === null || steady - accepted.at > STEP_SPOKEN_OF ? null : accepted.by;
  }

  /** A report that has to wait says what its sentry takes for the time. */
  heard(sentry: string, sentAt: Millis): void {
    const { wall, steady } = this.#shown();
    if (this.#said.size >= MOST_SENTRIES && !this.#said.has(sentry)) return;
    this.#said.set(sentry, { agrees: Math.abs(sentAt - wall) <= SAME_TIME, at: steady });
  }

  /** Holds the clock against the database's (as it was at `wall` of ours) and the newest stored heartbeat. */
  compare(facts: { readonly database: Millis | null; readonly newestBeat: Millis | null }): void {
    const shown = this.#shown();
    this.#state = compared(this.#state, { ...shown, ...facts, sentries: this.#count(shown.steady) });
  }

  /** Whether what is stored lies ahead of the time. */
  wentBack(): boolean {
    return this.#state.wentBack;
  }

  /** A heartbeat was stored. */
  beaten(): void {
    if (this.trouble() === null) this.#state = beaten(this.#state);
    this.#said.clear();
  }

  #look(): Shown {
    const shown = this.#shown();
    this.#state = seen(this.#state, shown);
    return shown;
  }

  #count(steady: Millis): { readonly agree: number; readonly disagree: number } {
    const lately = [...this.#said.values()].filter(({ at }) => steady - at <= SAID_LATELY);
    const agree = lately.filter(({ agrees }) => agrees).length;
    return { agree, disagree: lately.length - agree };
  }
}

export const systemClock = new Clock(() => ({ wall: Date.now(), steady: performance.now() }));

/** What is wrong, as a sentence for who runs the installation. */
export function clockSentence({ kind, by }: ClockTrouble): string {
  const seconds = Math.round(Math.abs(by) / 1000);
  if (kind === 'DATABASE')
    return `the database's clock is ${seconds} s ${by > 0 ? 'ahead of' : 'behind'} this server's; readings wait until they agree`;
  return `this server's clock jumped ${by > 0 ? 'ahead' : 'back'} by ${seconds} s; readings wait until it is right again, or certain to be`;
}
