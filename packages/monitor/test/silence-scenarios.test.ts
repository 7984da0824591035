/** Silence from receipts and ticks, as the server steps it. */
import type { Violation } from '@picket/domain/policies';
import { expect, test } from 'vitest';
import { compilePolicies, EMPTY_STATE, type SentryState, stepReceipt, stepSilence, stepTick } from '../src/index.ts';
import { Ledger } from './ledger.ts';

const SECOND = 1000;
const START = Date.UTC(2026, 0, 1);

/** No report for so many seconds. */
const quiet = (threshold: number, extras: Partial<Violation> = {}): Violation => ({
  description: 'No report',
  severity: 999,
  video: false,
  activeResolution: false,
  onsetDelay: 0,
  exitDelay: 0,
  incidentStartAdjustment: 0,
  instant: false,
  conditions: [
    {
      sensorMetricId: 'sentry_silence',
      column: 'seconds',
      calc: { grab: 'LAST', minutes: 0 },
      operator: 'GREATER_THAN',
      threshold,
      onsetDelay: 0,
      exitDelay: 0,
      violationStartAdjustment: 0,
    },
  ],
  ...extras,
});

/** A sentry with one violation on silence; times are seconds from its last report. */
class QuietSentry {
  readonly #ledger = new Ledger();
  readonly #policies;
  #lastReceivedAt = START;
  #state: SentryState = EMPTY_STATE;

  constructor(one: Violation) {
    this.#policies = compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [one] } }], {
      reportIntervalSeconds: 60,
      fluidSensors: [],
    });
  }

  tick(second: number): void {
    const at = START + second * SECOND;
    this.#take(stepSilence(this.#policies, this.#state, this.#lastReceivedAt, [], at));
    this.#take(stepTick(this.#policies, this.#state, at - 2 * SECOND));
  }

  receive(second: number): void {
    const at = Math.max(START + second * SECOND, this.#lastReceivedAt);
    this.#take(stepSilence(this.#policies, this.#state, this.#lastReceivedAt, [], at - 1));
    this.#take(stepReceipt(this.#policies, this.#state, at, at > this.#lastReceivedAt));
    this.#lastReceivedAt = at;
  }

  #take({ state, outcomes }: ReturnType<typeof stepTick>): void {
    this.#ledger.apply(outcomes);
    this.#state = JSON.parse(JSON.stringify(state));
  }

  get alerts(): [raised: number, cleared: number | null][] {
    const seconds = (at: number): number => (at - START) / SECOND;
    return this.#ledger
      .standing()
      .map(({ raisedAt, clearedAt }) => [seconds(raisedAt), clearedAt === null ? null : seconds(clearedAt)]);
  }
}

test('a report that waited while a tick reached the threshold ends the alert, and the next silence is found', () => {
  const sentry = new QuietSentry(quiet(900));
  sentry.tick(900);
  expect(sentry.alerts).toEqual([[900, null]]);
  sentry.receive(899.5);
  expect(sentry.alerts).toEqual([[900, 900]]);
  sentry.tick(1799);
  expect(sentry.alerts).toHaveLength(1);
  sentry.tick(1799.5);
  expect(sentry.alerts.at(-1)).toEqual([1799.5, null]);
  // What was known already is no news.
  sentry.receive(899);
  expect(sentry.alerts.at(-1)).toEqual([1799.5, null]);
});
