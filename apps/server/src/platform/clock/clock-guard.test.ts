import { expect, test } from 'vitest';
import {
  type ClockState,
  clockProblem,
  compareClocks,
  currentTime,
  heartbeatStored,
  initialClockState,
  observeSample,
} from './clock-guard.ts';

const T0 = Date.UTC(2026, 2, 2, 10);
const HOUR = 3_600_000;
const NO_VOTES = { agree: 0, disagree: 0 };

/** A machine whose true time is T0 + `at`; its wall clock may be off, and so may the database's. */
class Machine {
  state: ClockState;
  at = 0;
  off = 0;
  databaseOff = 0;
  newestHeartbeat: number | null = null;
  sentries = NO_VOTES;

  constructor(off = 0, newestHeartbeat: number | null = null) {
    this.off = off;
    this.newestHeartbeat = newestHeartbeat;
    this.state = initialClockState(this.shown);
    this.heartbeat();
  }

  get shown() {
    // The steady clock counts from anywhere.
    return { wall: T0 + this.at + this.off, steady: 77 + this.at };
  }
  get time(): number {
    return currentTime(this.state, this.shown) - T0;
  }
  get problem() {
    return clockProblem(this.state, this.shown.steady);
  }
  observe(): this {
    this.state = observeSample(this.state, this.shown);
    return this;
  }
  /** As the heartbeat does: compare, then store it unless something is wrong. */
  heartbeat(): this {
    const database = T0 + this.at + this.databaseOff;
    this.state = compareClocks(this.state, {
      ...this.shown,
      database,
      newestHeartbeat: this.newestHeartbeat,
      sentries: this.sentries,
    });
    if (this.problem === null) {
      this.newestHeartbeat = currentTime(this.state, this.shown);
      this.state = heartbeatStored(this.state);
    }
    return this;
  }
  live(seconds: number): this {
    for (let done = 0; done < seconds; done++) {
      this.at += 1000;
      this.observe();
      if (done % 10 === 9) this.heartbeat();
    }
    return this;
  }
}

test('a clock that is corrected little by little is followed, however far that leads', () => {
  const machine = new Machine();
  for (let turn = 0; turn < 100; turn++) {
    machine.at += 1000;
    machine.off += 500;
    machine.databaseOff += 500;
    machine.observe();
    expect(machine.problem).toBeNull();
    expect(machine.time).toBe(machine.at + machine.off);
  }
});

test.for([HOUR, -HOUR, 10_001, -10_001])('a step of %i ms that is undone: time goes on without it', (step) => {
  const machine = new Machine().live(30);
  machine.off = step;
  machine.observe();
  expect(machine.problem).toEqual({ kind: 'STEP', by: step, duration: 0 });
  expect(machine.state.isUntrusted).toBe(true);
  machine.live(45);
  expect(machine.time).toBe(75_000);
  machine.off = 0;
  machine.observe();
  expect(machine.problem).toBeNull();
  // Until the gap is on record nothing is evaluated.
  expect(machine.state.isUntrusted).toBe(true);
  machine.heartbeat();
  expect(machine.state).toMatchObject({ isUntrusted: false, jumpedBack: false, accepted: null });
});

test('a step of ten seconds is none', () => {
  const machine = new Machine().live(30);
  machine.off = 10_000;
  expect(machine.observe().problem).toBeNull();
});

test('a step ahead of server and database together is accepted after a minute, and the way back is open', () => {
  const machine = new Machine().live(30);
  machine.off = HOUR;
  machine.databaseOff = HOUR;
  machine.live(59);
  expect(machine.problem).not.toBeNull();
  machine.live(20);
  expect(machine.problem).toBeNull();
  expect(machine.time).toBe(machine.at + HOUR);
  expect(machine.state.accepted?.by).toBe(HOUR);
  machine.live(600);
  machine.off = 0;
  machine.databaseOff = 0;
  machine.live(59);
  expect(machine.problem).not.toBeNull();
  const ahead = machine.newestHeartbeat ?? 0;
  machine.live(20);
  expect(machine.problem).toBeNull();
  expect(machine.time).toBe(machine.at);
  expect(ahead).toBeGreaterThan(T0 + machine.at);
});

test('a step back of both waits: for time to catch up, or for most sentries to say that it is right', () => {
  const back = (): Machine => {
    const machine = new Machine().live(30);
    machine.off = -HOUR;
    machine.databaseOff = -HOUR;
    return machine.live(600);
  };
  expect(back().problem).toMatchObject({ kind: 'STEP', by: -HOUR });
  const disagreed = back();
  disagreed.sentries = { agree: 3, disagree: 3 };
  expect(disagreed.live(60).problem).not.toBeNull();
  const agreed = back();
  agreed.sentries = { agree: 4, disagree: 3 };
  expect(agreed.live(10).problem).toBeNull();
  expect(agreed.time).toBe(agreed.at - HOUR);
  const waited = back().live(3600 - 600 + 10);
  expect(waited.problem).toBeNull();
  expect(waited.time).toBe(waited.at - HOUR);
});

test('a server alone that is wrong waits as long as it is, and so does one whose database is', () => {
  for (const step of [HOUR, -HOUR]) {
    const alone = new Machine().live(30);
    alone.off = step;
    expect(alone.live(7200).problem).toMatchObject({ kind: 'STEP', by: step });
    expect(alone.time).toBe(alone.at);
    alone.off = 0;
    expect(alone.live(10).problem).toBeNull();
    const other = new Machine().live(30);
    other.databaseOff = step;
    expect(other.live(600).problem).toMatchObject({ kind: 'DATABASE', by: step });
    expect(other.time).toBe(other.at);
    other.databaseOff = 0;
    expect(other.live(10).problem).toBeNull();
  }
});

test('a start behind the newest heartbeat waits; a start soon after it, or a first one, does not', () => {
  const behind = new Machine(-HOUR, T0);
  behind.databaseOff = -HOUR;
  expect(behind.problem).toMatchObject({ kind: 'STEP', by: -HOUR });
  expect(behind.time).toBe(0);
  expect(behind.live(600).problem).not.toBeNull();
  behind.sentries = { agree: 1, disagree: 0 };
  behind.live(10);
  expect(behind.problem).toBeNull();
  expect(new Machine(0, T0 + 9000).problem).toBeNull();
  expect(new Machine(0, T0 - HOUR).problem).toBeNull();
});

test('a second step begins the minute again', () => {
  const machine = new Machine().live(30);
  machine.off = HOUR;
  machine.databaseOff = HOUR;
  machine.live(50);
  machine.off = 2 * HOUR;
  machine.databaseOff = 2 * HOUR;
  machine.live(50);
  expect(machine.problem).toMatchObject({ by: 2 * HOUR, duration: 49_000 });
  expect(machine.live(20).problem).toBeNull();
});
