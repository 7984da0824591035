/**
 * Receivers that go down and come back, through the rules alone: tables of single decisions, then random days with bursts of
 * messages, a receiver that fails for a while and a message that no receiver likes.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  admissionOf,
  afterDelivery,
  afterFailure,
  afterRefusal,
  type Failure,
  isOwnFailure,
  NEVER_ATTEMPTED,
  type ReceiverHealth,
  retryDelay,
  selectMessages,
  type WaitingMessage,
} from './receiver-health.ts';

const NOW = 1_000_000;
const FIRST = 5000;
const failed = (beganAt: number, endedAt = beganAt, retryAfter: number | null = null, chance = 0) => ({
  beganAt,
  endedAt,
  retryAfter,
  firstPause: FIRST,
  chance,
});
const message = (part: Partial<WaitingMessage> = {}): WaitingMessage => ({
  guid: 'm',
  receivers: ['hook'],
  severity: 240,
  attempts: 0,
  createdAt: NOW - 60_000,
  ...part,
});

describe('a failure', () => {
  test('takes a receiver down; the first probe follows soon, the others after 15 to 30 s', () => {
    const down = afterFailure(NEVER_ATTEMPTED, failed(NOW, NOW + 100));
    expect(down).toEqual({ downSince: NOW + 100, probeAt: NOW + 5100, attemptedAt: NOW, deliveredAt: null });
    expect(afterFailure(down, failed(NOW + 5100)).probeAt).toBe(NOW + 5100 + 15_000);
    expect(afterFailure(down, failed(NOW + 5100, NOW + 5100, null, 1)).probeAt).toBe(NOW + 5100 + 30_000);
    expect(afterFailure(afterFailure(down, failed(NOW + 5100)), failed(NOW + 20_100)).downSince).toBe(NOW + 100);
  });

  test('of the same burst counts once', () => {
    const down = afterFailure(NEVER_ATTEMPTED, failed(NOW, NOW + 100));
    expect(afterFailure(down, failed(NOW + 50, NOW + 9000))).toEqual(down);
  });

  test.each([
    ['nothing asked', null, 5000],
    ['a minute', 60_000, 60_000],
    ['a second', 1000, 1000],
    ['a day: bounded', 86_400_000, 300_000],
  ])('Retry-After, %s', (_name, asked, pause) => {
    expect(afterFailure(NEVER_ATTEMPTED, failed(NOW, NOW, asked)).probeAt).toBe(NOW + pause);
  });

  test('one success frees it, and so does an answer about one message alone', () => {
    const down = afterFailure({ ...NEVER_ATTEMPTED, deliveredAt: 7 }, failed(NOW));
    expect(afterDelivery(down, NOW + 1)).toEqual({ ...NEVER_ATTEMPTED, deliveredAt: NOW + 1 });
    expect(afterRefusal(down)).toEqual({ ...NEVER_ATTEMPTED, deliveredAt: 7 });
  });
});

test.each<[string, Failure, number | null, number | null, boolean]>([
  ['refused: its own', 'REFUSED', null, null, true],
  ['failed for the first time', 'FAILED', null, NOW, false],
  ['failed again, others were taken meanwhile: its own', 'FAILED', NOW - 2, NOW - 1, true],
  ['failed again, nothing was taken meanwhile', 'FAILED', NOW - 1, NOW - 2, false],
  ['nobody is there, though others were taken meanwhile', 'UNREACHABLE', NOW - 2, NOW - 1, false],
])('%s', (_name, failure, attemptedBefore, deliveredAt, isOwn) => {
  expect(isOwnFailure({ ...NEVER_ATTEMPTED, deliveredAt }, { failure, lastAttemptAt: attemptedBefore })).toBe(isOwn);
});

test('pauses of a message double to an hour, and no two are quite alike', () => {
  const pauses = Array.from({ length: 16 }, (_, index) => retryDelay(index + 1, FIRST, 0) / 1000);
  expect(pauses.slice(0, 5)).toEqual([5, 10, 20, 40, 80]);
  expect(pauses.at(-1)).toBe(3600);
  expect(retryDelay(1, FIRST, 0.999)).toBeLessThan(7500);
});

const DOWN: ReceiverHealth = {
  downSince: NOW - 90_000,
  probeAt: NOW + 10_000,
  attemptedAt: NOW - 5000,
  deliveredAt: null,
};

test.each<[string, ReceiverHealth, Partial<WaitingMessage>, string]>([
  ['it works', NEVER_ATTEMPTED, {}, 'FREE'],
  ['down, no probe due', DOWN, {}, 'WAITS'],
  ['down, a probe due', { ...DOWN, probeAt: NOW }, {}, 'PROBE'],
  ['down, as an earlier version left it', { ...DOWN, probeAt: null }, {}, 'PROBE'],
  ['down, critical and new', DOWN, { severity: 300, createdAt: NOW }, 'URGENT'],
  ['down, critical, from before the last attempt', DOWN, { severity: 300, createdAt: NOW - 5000 }, 'WAITS'],
  ['down, critical, tried before', DOWN, { severity: 300, createdAt: NOW, attempts: 1 }, 'WAITS'],
  ['down, a new warning', DOWN, { severity: 299, createdAt: NOW }, 'WAITS'],
])('%s', (_name, health, part, verdict) => {
  expect(admissionOf(health, message(part), NOW)).toBe(verdict);
});

describe('of what waits', () => {
  const room = { total: 32, probes: 12, of: () => 8 };
  const choose = (messages: readonly WaitingMessage[], health: Readonly<Record<string, ReceiverHealth>> = {}) =>
    selectMessages(messages, (receiver) => health[receiver] ?? NEVER_ATTEMPTED, NOW, room);
  const many = (count: number, part: Partial<WaitingMessage> = {}) =>
    Array.from({ length: count }, (_, place) => message({ guid: `m${place}`, createdAt: NOW - 1000 + place, ...part }));

  test('a destination that works gets the oldest, so many at once', () => {
    expect(choose(many(20)).messages).toEqual(many(8).map(({ guid }) => guid));
  });

  test('one that is down gets one, never tried and the oldest; a critical one goes before', () => {
    const due = { hook: { ...DOWN, probeAt: NOW } };
    const attempted = message({ guid: 'old', attempts: 3, createdAt: 0 });
    expect(choose([attempted, ...many(5)], due)).toEqual({ messages: ['m0'], probed: ['hook'] });
    const urgent = message({ guid: 'urgent', severity: 400, createdAt: NOW - 1 });
    expect(choose([attempted, ...many(5), urgent], due).messages).toEqual(['urgent']);
    expect(choose([attempted, ...many(5), urgent], { hook: DOWN })).toEqual({ messages: ['urgent'], probed: [] });
    expect(choose([attempted, ...many(5)], { hook: DOWN }).messages).toEqual([]);
  });

  test('behind a mail server that is down one mail is the probe for everybody', () => {
    const mails = many(5).map((one, place) => ({ ...one, receivers: [`person ${place}`, 'smtp'] }));
    expect(choose(mails, { smtp: { ...DOWN, probeAt: NOW } })).toEqual({ messages: ['m0'], probed: ['smtp'] });
    expect(choose(mails, { smtp: DOWN }).messages).toEqual([]);
    expect(choose(mails, { 'person 0': DOWN }).messages).toEqual(['m1', 'm2', 'm3', 'm4']);
  });

  test('probes leave room for receivers that work', () => {
    const silent = many(40).map((one, place) => ({ ...one, receivers: [`silent ${place}`] }));
    const health = Object.fromEntries(silent.map((_, place) => [`silent ${place}`, { ...DOWN, probeAt: NOW }]));
    const works = message({ guid: 'works', receivers: ['works'], createdAt: NOW, attempts: 1 });
    const { messages } = choose([...silent, works], health);
    expect(messages.length).toBe(13);
    expect(messages).toContain('works');
  });
});

/** A receiver and what waits for it, a second at a time. */
class Day {
  health = NEVER_ATTEMPTED;
  readonly waiting: (WaitingMessage & { dueAt: number; attemptedBefore: number | null; refusals: number })[] = [];
  readonly takenAt = new Map<string, number>();
  readonly attempts: { at: number; guid: string; wasDown: boolean }[] = [];

  run(now: number, isUp: boolean, poison: ReadonlySet<string>, chance: number): void {
    const due = this.waiting.filter(({ dueAt }) => dueAt <= now);
    const { messages, probed } = selectMessages(due, () => this.health, now, { total: 32, probes: 12, of: () => 8 });
    const wasDown = this.health.downSince !== null;
    if (wasDown && messages.length > 0) this.health = { ...this.health, attemptedAt: now };
    if (probed.length > 0) this.health = { ...this.health, probeAt: now + 32_000 };
    for (const guid of messages) {
      const one = this.waiting.find((other) => other.guid === guid);
      if (one === undefined) throw new Error('chosen twice');
      this.attempts.push({ at: now, guid, wasDown });
      if (isUp && !poison.has(guid)) {
        this.health = afterDelivery(this.health, now);
        this.takenAt.set(guid, now);
        this.waiting.splice(this.waiting.indexOf(one), 1);
        continue;
      }
      const isOwn = isOwnFailure(this.health, { failure: 'FAILED', lastAttemptAt: one.attemptedBefore });
      if (!isOwn) this.health = afterFailure(this.health, failed(now, now, null, chance));
      const refusals = one.refusals + (isOwn ? 1 : 0);
      const dueAt = isOwn ? now + retryDelay(refusals, FIRST, chance) : now;
      Object.assign(one, { attempts: one.attempts + 1, attemptedBefore: now, refusals, dueAt });
    }
  }
}

test('random days: while down few attempts are made; once up everything is there within a minute, critical ones within 5 s', () => {
  fc.assert(
    fc.property(
      fc.record({
        downFrom: fc.integer({ min: 1, max: 60 }),
        downFor: fc.integer({ min: 1, max: 4000 }),
        raised: fc.array(
          fc.record({ at: fc.integer({ min: 0, max: 200 }), severity: fc.constantFrom(200, 240, 360) }),
          {
            minLength: 1,
            maxLength: 40,
          },
        ),
        hasPoison: fc.boolean(),
        chance: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      ({ downFrom, downFor, raised, hasPoison, chance }) => {
        const day = new Day();
        const upAt = downFrom + downFor;
        const poison = new Set(hasPoison ? ['m0'] : []);
        const late = { at: upAt + 3, severity: 400 };
        const until = Math.max(upAt, ...raised.map(({ at }) => at)) + 70;
        for (let second = 0; second <= until; second += 1) {
          const now = NOW + second * 1000;
          [...raised, late].forEach((one, place) => {
            if (one.at === second)
              day.waiting.push({
                ...message({ guid: `m${place}`, severity: one.severity, createdAt: now }),
                dueAt: now,
                attemptedBefore: null,
                refusals: 0,
              });
          });
          day.run(now, second < downFrom || second >= upAt, poison, chance);
        }
        const taken = (guid: string): number => ((day.takenAt.get(guid) ?? Number.POSITIVE_INFINITY) - NOW) / 1000;
        raised.forEach((one, place) => {
          if (!poison.has(`m${place}`)) expect(taken(`m${place}`)).toBeLessThanOrEqual(Math.max(upAt, one.at) + 60);
        });
        // A new critical one frees the receiver; what it does not wait for, it does not wait for.
        expect(taken(`m${raised.length}`)).toBeLessThanOrEqual(late.at + 5);
        // While down: a probe every 15 s or more, and one attempt at each that is urgent.
        const probes = day.attempts.filter(({ at, wasDown }) => wasDown && at < NOW + upAt * 1000).length;
        const urgent = raised.filter(({ severity }) => severity >= 300).length;
        expect(probes).toBeLessThanOrEqual(2 + Math.ceil(downFor / 15) + urgent + (hasPoison ? 6 : 0));
      },
    ),
    { numRuns: 300 },
  );
});
