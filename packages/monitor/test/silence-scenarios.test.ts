/** Silence from receipts and ticks, as the server steps it. */
import type { Violation } from '@picket/domain/policies';
import { expect, test } from 'vitest';
import {
  compilePolicies,
  type Downtime,
  EMPTY_STATE,
  Replay,
  replaySilence,
  rewindSilence,
  type SentryState,
  stepReceipt,
  stepSilence,
  stepTick,
} from '../src/index.ts';
import { Ledger } from './ledger.ts';

const SECOND = 1000;
const START = Date.UTC(2026, 0, 1);

/** No report for so many seconds. */
const quiet = (threshold: number, extras: Partial<Violation> = {}): Violation => ({
  description: `No report for ${threshold} s`,
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

/** A sentry with violations on silence; times are seconds from its last report. */
class QuietSentry {
  readonly #ledger = new Ledger();
  readonly #policies;
  readonly #downtimes: readonly Downtime[];
  #lastReceivedAt = START;
  #state: SentryState = EMPTY_STATE;

  constructor(violations: readonly Violation[], ...downtimes: readonly [from: number, to: number][]) {
    this.#downtimes = downtimes.map(([from, to]) => ({ from: START + from * SECOND, to: START + to * SECOND }));
    this.#policies = compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations } }], {
      reportIntervalSeconds: 60,
      fluidSensors: [],
    });
  }

  /** The clock goes back to it. */
  rewind(second: number): void {
    this.#lastReceivedAt = Math.min(this.#lastReceivedAt, START + second * SECOND);
  }

  tick(second: number): void {
    const at = START + second * SECOND;
    this.#state = rewindSilence(this.#policies, this.#state, at);
    this.#take(stepSilence(this.#policies, this.#state, this.#lastReceivedAt, this.#knownAt(at), at));
    this.#take(stepTick(this.#policies, this.#state, at - 2 * SECOND));
  }

  receive(second: number): void {
    const at = Math.max(START + second * SECOND, this.#lastReceivedAt);
    this.#take(stepSilence(this.#policies, this.#state, this.#lastReceivedAt, this.#knownAt(at), at - 1));
    this.#take(stepReceipt(this.#policies, this.#state, at, at > this.#lastReceivedAt));
    this.#lastReceivedAt = at;
  }

  /** A downtime is on record once it is over. */
  #knownAt(at: number): readonly Downtime[] {
    return this.#downtimes.filter(({ to }) => to <= at);
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
  const sentry = new QuietSentry([quiet(900)]);
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

test('a downtime of the platform counts towards no onset: a restart raises nothing, and true silence is found after', () => {
  const onset = quiet(120, { onsetDelay: 600 });
  const back = new QuietSentry([onset], [130, 7330]);
  back.tick(120);
  back.tick(129);
  back.receive(7335);
  expect(back.alerts).toEqual([]);
  back.tick(7900);
  expect(back.alerts).toEqual([]);

  const gone = new QuietSentry([onset], [130, 7330]);
  gone.tick(120);
  gone.tick(7331);
  gone.tick(7921);
  expect(gone.alerts).toEqual([]);
  gone.tick(7922);
  expect(gone.alerts).toEqual([[7920, null]]);
  gone.receive(7950);
  expect(gone.alerts).toEqual([[7920, 7950]]);
});

test('what a tick had announced before the downtime stays as it was announced', () => {
  const sentry = new QuietSentry([quiet(120, { onsetDelay: 600 })], [715, 7330]);
  sentry.tick(120);
  sentry.tick(722);
  expect(sentry.alerts).toEqual([[720, null]]);
  sentry.tick(7331);
  sentry.receive(7335);
  expect(sentry.alerts).toEqual([[720, 7335]]);
});

test('after the clock went back an alert from ahead ends with the next report, and silence is found again', () => {
  const back = new QuietSentry([quiet(120), quiet(900)], [0, 3590]);
  back.receive(3600);
  back.tick(4500);
  expect(back.alerts).toEqual([
    [3720, null],
    [4500, null],
  ]);
  back.rewind(1000);
  back.tick(1000);
  back.receive(1060);
  const ended = [
    [3720, 4500],
    [4500, 4500],
  ];
  expect(back.alerts).toEqual(ended);
  back.tick(1180);
  expect(back.alerts).toEqual([[1180, null], ...ended]);

  const gone = new QuietSentry([quiet(120), quiet(900)], [0, 3590]);
  gone.receive(3600);
  gone.tick(3720);
  gone.rewind(1000);
  gone.tick(1000);
  gone.tick(1900);
  expect(gone.alerts).toEqual([
    [1900, null],
    [3720, null],
  ]);
});

/** What an edit finds at `now` of a sentry that has been silent since the start. */
function replayed(watched: Violation, now: number, ...downtimes: readonly [from: number, to: number][]) {
  const [compiled] = compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [watched] } }], {
    reportIntervalSeconds: 60,
    fluidSensors: [],
  }).violations;
  if (compiled === undefined) throw new Error('nothing is compiled');
  const at = (second: number): number => START + second * SECOND;
  const replay = new Replay(compiled, START);
  replaySilence(
    compiled,
    replay,
    START,
    downtimes.map(([from, to]) => ({ from: at(from), to: at(to) })),
    at(now),
  );
  return replay.finish(at(now - 2)).alerts.map(({ raisedAt }) => (raisedAt - START) / SECOND);
}

test('a replay of silence counts a downtime of the platform towards no onset, as ticks do', () => {
  const onset = quiet(120, { onsetDelay: 600 });
  expect(replayed(onset, 721)).toEqual([]);
  expect(replayed(onset, 722)).toEqual([720]);
  expect(replayed(onset, 7430, [130, 7330])).toEqual([]);
  expect(replayed(onset, 7921, [130, 7330])).toEqual([]);
  expect(replayed(onset, 7922, [130, 7330])).toEqual([7920]);
  // Before the threshold, in the onset, and once it was over.
  expect(replayed(onset, 9000, [60, 160], [400, 500], [5000, 6000])).toEqual([920]);
});
