import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { findRoomProblem, type RoomProblem } from './queue-room.ts';

/** A queue that only fills: what waits, by organization and sentry. */
class Filling {
  readonly #sentries = new Map<string, number>();
  readonly #tenants = new Map<string, number>();
  total = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(tenant: string, sentry: string): RoomProblem | null {
    const ofTenant = this.#tenants.get(tenant) ?? 0;
    const ofSentry = this.#sentries.get(sentry) ?? 0;
    const problem = findRoomProblem({ total: this.total, ofTenant, ofSentry }, this.#limit);
    if (problem !== null) return problem;
    this.#tenants.set(tenant, ofTenant + 1);
    this.#sentries.set(sentry, ofSentry + 1);
    this.total += 1;
    return null;
  }

  /** Adds until it is refused. */
  fill(tenant: string, sentry: string): void {
    while (this.add(tenant, sentry) === null);
  }
}

test('one sentry fills two thirds, one organization nine tenths; others are admitted', () => {
  const queue = new Filling(3000);
  queue.fill('noisy', 'noisy 1');
  expect(queue.total).toBe(2000);
  expect(queue.add('noisy', 'noisy 1')).toBe('sentry');
  expect(queue.add('noisy', 'noisy 2')).toBeNull();
  for (let sentry = 3; sentry < 1000; sentry++) queue.fill('noisy', `noisy ${sentry}`);
  expect(queue.total).toBe(2700);
  expect(queue.add('noisy', 'noisy 1000')).toBe('tenant');
  expect(queue.add('quiet', 'quiet 1')).toBeNull();
});

test('what has nothing waiting is admitted beside noisy ones of any number of reports', () => {
  const holder = record({ tenant: constantFrom('A', 'B', 'C', 'D'), sentry: integer({ min: 1, max: 5 }) });
  assert(
    property(array(holder, { maxLength: 40 }), (holders) => {
      const queue = new Filling(1000);
      for (const { tenant, sentry } of holders) queue.fill(tenant, `${tenant}${sentry}`);
      expect(queue.add('quiet', 'quiet')).toBeNull();
    }),
  );
});

test('a quiet sentry is admitted beside a noisy one of its own organization', () => {
  const queue = new Filling(1000);
  for (let sentry = 0; sentry < 20; sentry++) queue.fill('A', `noisy ${sentry}`);
  expect(queue.add('A', 'quiet')).toBeNull();
});

test('the limit holds, also a small one', () => {
  for (const limit of [1, 2, 3, 8]) {
    const queue = new Filling(limit);
    for (let sentry = 0; sentry < 20; sentry++) queue.fill(`tenant ${sentry}`, `sentry ${sentry}`);
    expect(queue.total).toBe(limit);
    expect(queue.add('another', 'another')).toBe('queue');
  }
});
