/** Failures seen in well-known systems, as scenarios this engine must get right; each names the rule it stands for. */
import type { Condition, Violation } from '@picket/domain/policies';
import { describe, expect, test } from 'vitest';
import {
  compilePolicies,
  EMPTY_STATE,
  nextDue,
  type SentryState,
  silenceReachedAt,
  stepReadings,
  stepTick,
} from '../src/index.ts';
import { Ledger } from './ledger.ts';

const SECOND = 1000;
const START = Date.UTC(2026, 0, 1);

const hot: Condition = {
  sensorMetricId: 'environment_temperature',
  column: 'value',
  calc: { grab: 'LAST', minutes: 0 },
  operator: 'GREATER_THAN',
  threshold: 30,
  onsetDelay: 0,
  exitDelay: 0,
  violationStartAdjustment: 0,
};

const violation = (extras: Partial<Violation> = {}): Violation => ({
  description: 'Too hot',
  severity: 360,
  video: false,
  activeResolution: false,
  onsetDelay: 0,
  exitDelay: 0,
  incidentStartAdjustment: 0,
  instant: false,
  conditions: [hot],
  ...extras,
});

/** One sentry with one violation; times are seconds from the start, the interval 10 s unless given (so a reading holds for 25 s). */
class Room {
  readonly ledger: Ledger;
  readonly #policies;
  state: SentryState = EMPTY_STATE;

  constructor(one: Violation, interval = 10) {
    this.#policies = compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [one] } }], {
      reportIntervalSeconds: interval,
      fluidSensors: [],
    });
    this.ledger = new Ledger(one.instant);
  }

  /** `receivedAt` in seconds; at once unless said otherwise. */
  read(second: number, value: number | null, receivedAt = second): void {
    const reading = { series: 'environment_temperature.value', at: START + second * SECOND, value };
    const step = stepReadings(this.#policies, this.state, [reading], START + receivedAt * SECOND);
    this.ledger.apply(step.outcomes);
    this.state = JSON.parse(JSON.stringify(step.state));
  }

  tick(second: number): void {
    const step = stepTick(this.#policies, this.state, START + second * SECOND);
    this.ledger.apply(step.outcomes);
    this.state = JSON.parse(JSON.stringify(step.state));
  }

  get due(): number | null {
    const due = nextDue(this.#policies, this.state);
    return due === null ? null : (due - START) / SECOND;
  }

  get alerts(): [raised: number, ended: number | null, cleared: number | null][] {
    const seconds = (at: number | null) => (at === null ? null : (at - START) / SECOND);
    return this.ledger
      .standing()
      .map(({ raisedAt, endedAt, clearedAt }) => [seconds(raisedAt) ?? 0, seconds(endedAt), seconds(clearedAt)]);
  }
}

describe('covered time', () => {
  test('one old reading does not satisfy a long onset', () => {
    const room = new Room(violation({ onsetDelay: 60 }));
    room.read(0, 35);
    room.tick(3600);
    expect(room.alerts).toEqual([]);
  });

  test('silence in ONSET pauses, does not fire; covered time goes on where it was', () => {
    const room = new Room(violation({ onsetDelay: 60 }));
    room.read(0, 35);
    room.read(1000, 35);
    room.read(1010, 35);
    room.read(1030, 35);
    // 25 covered before the gap, 10 + 20 after it: 5 are missing, and they are covered.
    room.tick(1034);
    expect(room.alerts).toEqual([]);
    room.tick(1035);
    expect(room.alerts).toEqual([[1035, null, null]]);
  });

  test('silence while TRUE stays open', () => {
    const room = new Room(violation({ exitDelay: 30 }));
    room.read(0, 35);
    room.tick(86_400);
    expect(room.alerts).toEqual([[0, null, null]]);
  });

  test('a 3 s dropout does not restart a 10-minute onset', () => {
    const room = new Room(violation({ onsetDelay: 600 }));
    for (let second = 0; second <= 590; second += 10) if (second !== 300) room.read(second === 310 ? 313 : second, 35);
    room.read(600, 35);
    expect(room.alerts).toEqual([[600, null, null]]);
  });

  test('a delay that has no exact milliseconds is reached to the millisecond', () => {
    for (const onsetDelay of [16.1, 8.03]) {
      const room = new Room(violation({ onsetDelay }));
      room.read(0, 35);
      expect(room.due).toBe(onsetDelay + 2);
      room.tick(onsetDelay);
      expect(room.alerts).toEqual([[onsetDelay, null, null]]);
    }
  });

  test('a timer may fire exactly at the end of a reading’s hold', () => {
    const room = new Room(violation({ onsetDelay: 25 }));
    room.read(0, 35);
    room.tick(25);
    expect(room.alerts).toEqual([[25, null, null]]);
  });
});

describe('one alert', () => {
  test('unknown, then the same high value: no second alert', () => {
    const room = new Room(violation());
    room.read(0, 35);
    room.read(10, null);
    room.read(20, 35);
    expect(room.alerts).toEqual([[0, null, null]]);
  });

  test('one good reading inside the exit delay: same alert', () => {
    const room = new Room(violation({ exitDelay: 30 }));
    room.read(0, 35);
    room.read(10, 25);
    room.read(20, 35);
    room.read(30, 25);
    room.read(40, 25);
    room.read(60, 25);
    expect(room.alerts).toEqual([[0, 30, 60]]);
  });

  test('a false reading in ONSET is a near miss', () => {
    const room = new Room(violation({ onsetDelay: 20 }));
    room.read(0, 35);
    room.read(10, 25);
    room.read(20, 35);
    room.read(39, 35);
    expect(room.alerts).toEqual([]);
    room.read(40, 35);
    expect(room.alerts).toEqual([[40, null, null]]);
  });

  test('an instant violation is raised and cleared at once, and raised again only after it was CLEAR', () => {
    const room = new Room(violation({ instant: true }));
    for (const [second, value] of [
      [0, 35],
      [10, 36],
      [20, 25],
      [30, 35],
    ] as const)
      room.read(second, value);
    expect(room.alerts).toEqual([
      [0, 0, 0],
      [30, 30, 30],
    ]);
  });

  test('CHANGED: the first known value is no change, equal ones are none, however long ago', () => {
    const room = new Room(violation({ conditions: [{ ...hot, operator: 'CHANGED' }] }));
    for (const [second, value] of [
      [0, 3],
      [10, 3],
      [20, null],
      [5000, 3],
      [5010, 4],
      [5020, 4],
    ] as const)
      room.read(second, value);
    expect(room.alerts).toEqual([[5010, 5020, 5020]]);
  });
});

describe('restarts and ticks', () => {
  test('kill -9 during ONSET and during EXIT changes nothing: the state is the stored JSON at every step', () => {
    const room = new Room(violation({ onsetDelay: 20, exitDelay: 20 }));
    for (let second = 0; second <= 30; second += 10) room.read(second, 35);
    for (let second = 40; second <= 70; second += 10) room.read(second, 25);
    expect(room.alerts).toEqual([[20, 40, 60]]);
  });

  test('a tick is due 2 s after the instant it announces, and only then', () => {
    const room = new Room(violation({ onsetDelay: 10 }));
    room.read(0, 25);
    expect(room.due).toBeNull();
    room.read(10, 35);
    expect(room.due).toBe(22);
    room.tick(20);
    expect(room.alerts).toEqual([[20, null, null]]);
    expect(room.due).toBeNull();
  });

  test('data more than 15 minutes old is not advanced by ticks, however long it holds', () => {
    const receive = (age: number) => {
      const room = new Room(violation({ onsetDelay: 60 }), 3600);
      room.read(0, 35, age);
      room.tick(age);
      return room.alerts;
    };
    expect(receive(900)).toEqual([[60, null, null]]);
    expect(receive(901)).toEqual([]);
    expect(receive(7200)).toEqual([]);
  });

  test('replayed old data is never advanced by ticks', () => {
    const room = new Room(violation({ onsetDelay: 10 }));
    room.read(0, 35, 86_400);
    expect(room.due).toBeNull();
    room.tick(100);
    expect(room.alerts).toEqual([]);
  });

  test('a notified alert is withdrawn, never deleted', () => {
    const room = new Room(violation({ onsetDelay: 10 }));
    room.read(0, 35);
    room.tick(12);
    room.read(5, 25);
    expect(room.ledger.alerts).toMatchObject([{ corrected: false, withdrawn: true }]);
    expect(room.alerts).toEqual([]);
  });
});

describe('silence', () => {
  test('time in which the platform was down does not count', () => {
    const at = (lastReceivedAt: number, ...downtimes: [number, number][]) =>
      silenceReachedAt(
        lastReceivedAt * SECOND,
        120,
        downtimes.map(([from, to]) => ({ from: from * SECOND, to: to * SECOND })),
      ) / SECOND;
    expect(at(0)).toBe(120);
    expect(at(0, [60, 7260])).toBe(7320);
    expect(at(0, [119, 200], [220, 300])).toBe(201);
    expect(at(0, [60, 200], [220, 300])).toBe(340);
    expect(at(100, [0, 150])).toBe(270);
    expect(at(0, [120, 300])).toBe(120);
    expect(at(0, [500, 900])).toBe(120);
  });
});

test('10,000 conditions true at once', () => {
  const violations = Array.from({ length: 10_000 }, (_, index) =>
    violation({ description: `v${index}`, onsetDelay: 10 }),
  );
  const policies = compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations } }], {
    reportIntervalSeconds: 10,
    fluidSensors: [],
  });
  const series = 'environment_temperature.value';
  const first = stepReadings(policies, EMPTY_STATE, [{ series, at: START, value: 35 }], START);
  const second = stepReadings(policies, first.state, [{ series, at: START + 10_000, value: 35 }], START + 10_000);
  expect(second.outcomes).toHaveLength(10_000);
});
