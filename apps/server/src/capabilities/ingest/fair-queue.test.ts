/** Properties of the fair queue, over made-up arrivals, batches and returns. */
import { array, assert, constantFrom, integer, oneof, property, record, subarray } from 'fast-check';
import { expect, test } from 'vitest';
import { type BatchLimits, FairQueue } from './fair-queue.ts';

interface Item {
  readonly tenant: string;
  readonly sentry: string;
  readonly cost: number;
  readonly id: number;
}

const MAX_COST = 100;
const LIMITS = { items: 10, cost: 200, smallCost: 1000, isOfOneTenant: false };
const BATCHES = 2;
const tenant = constantFrom('A', 'B', 'C');
const sentry = constantFrom('1', '2', '3');
const cost = integer({ min: 1, max: MAX_COST });
const arrival = record({ tenant, sentry, cost });
const step = oneof(
  { weight: 5, arbitrary: arrival },
  { weight: 2, arbitrary: constantFrom('take' as const) },
  { weight: 2, arbitrary: record({ release: integer({ min: 0, max: 3 }), again: subarray([0, 1, 2, 3, 4]) }) },
);

const keyOf = ({ tenant: one, sentry: other }: Pick<Item, 'tenant' | 'sentry'>): string => `${one}${other}`;

/** Takes everything, batch by batch. */
function takeAll(queue: FairQueue<Item>): Item[] {
  const all: Item[] = [];
  for (let batch = queue.take(LIMITS); batch.length > 0; batch = queue.take(LIMITS)) {
    all.push(...batch);
    queue.release(batch, []);
  }
  return all;
}

/** Adds what arrives, in its order, and returns it. */
function addAll(queue: FairQueue<Item>, arrivals: readonly Omit<Item, 'id'>[]): readonly Item[] {
  const items = arrivals.map((one, id) => ({ ...one, tenant: `${one.tenant}`, sentry: keyOf(one), id }));
  for (const item of items) queue.add(item);
  return items;
}

const ids = (items: readonly Item[]): readonly number[] => items.map(({ id }) => id);

test('nothing is lost or doubled, each sentry keeps its order and is in one batch at a time, an organization in two', () => {
  assert(
    property(array(step, { maxLength: 80 }), (steps) => {
      const queue = new FairQueue<Item>(BATCHES);
      const batches: (readonly Item[])[] = [];
      const arrived = new Map<string, Item[]>();
      const done = new Map<string, Item[]>();
      let count = 0;
      const finish = (batch: readonly Item[], again: readonly number[]): void => {
        // Of each sentry the end of what was taken, as with a sentry that is locked elsewhere.
        const kept = new Set(batch.filter((_, index) => again.includes(index)).map(keyOf));
        queue.release(
          batch,
          batch.filter((item) => kept.has(keyOf(item))),
        );
        for (const item of batch.filter((one) => !kept.has(keyOf(one))))
          done.set(keyOf(item), [...(done.get(keyOf(item)) ?? []), item]);
      };
      for (const one of steps) {
        if (one === 'take') {
          const batch = queue.take(LIMITS);
          const busy = new Set(batches.flat().map(keyOf));
          expect(batch.some((item) => busy.has(keyOf(item)))).toBe(false);
          for (const item of batch)
            expect(batches.filter((one) => one.some((other) => other.tenant === item.tenant)).length).toBeLessThan(
              BATCHES,
            );
          if (batch.length > 0) batches.push(batch);
        } else if ('release' in one) {
          const [batch] = batches.splice(one.release, 1);
          if (batch !== undefined) finish(batch, one.again);
        } else {
          const item = { ...one, sentry: keyOf(one), id: count++ };
          arrived.set(keyOf(item), [...(arrived.get(keyOf(item)) ?? []), item]);
          queue.add(item);
        }
      }
      for (const batch of batches) finish(batch, []);
      for (const item of takeAll(queue)) done.set(keyOf(item), [...(done.get(keyOf(item)) ?? []), item]);
      expect(new Map([...done].map(([key, items]) => [key, ids(items)]))).toEqual(
        new Map([...arrived].map(([key, items]) => [key, ids(items)])),
      );
      expect(queue.size).toBe(0);
      expect(queue.cost).toBe(0);
      expect(queue.hasNext).toBe(false);
      expect(queue.kept).toEqual({ tenants: 0, sentries: 0, order: 0 });
    }),
  );
});

test('a batch keeps to its limits, except for one item that is beyond them alone', () => {
  assert(
    property(array(arrival, { maxLength: 60 }), integer({ min: 1, max: 150 }), (arrivals, most) => {
      const queue = new FairQueue<Item>(BATCHES);
      addAll(queue, arrivals);
      while (queue.hasNext) {
        const batch = queue.take({ items: 5, cost: most, smallCost: 50, isOfOneTenant: false });
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(5);
        if (batch.length > 1) expect(batch.reduce((sum, item) => sum + item.cost, 0)).toBeLessThanOrEqual(most);
        // Small ones do not wait for large ones.
        expect(new Set(batch.map((item) => item.cost > 50)).size).toBe(1);
        queue.release(batch, []);
      }
    }),
  );
});

test('where a batch is of one organization, nothing is lost, each sentry keeps its order, and organizations get equal shares', () => {
  const limits = { ...LIMITS, isOfOneTenant: true };
  assert(
    property(array(arrival, { maxLength: 80 }), (arrivals) => {
      const queue = new FairQueue<Item>(BATCHES);
      const items = addAll(queue, arrivals);
      const all: Item[] = [];
      for (let batch = queue.take(limits); batch.length > 0; batch = queue.take(limits)) {
        expect(new Set(batch.map((item) => item.tenant)).size).toBe(1);
        all.push(...batch);
        queue.release(batch, []);
      }
      for (const [key, own] of Map.groupBy(items, keyOf))
        expect(ids(all.filter((item) => keyOf(item) === key))).toEqual(ids(own));
      expect(all.length).toBe(items.length);
      expect(queue.kept).toEqual({ tenants: 0, sentries: 0, order: 0 });
    }),
  );
  const queue = new FairQueue<Item>(BATCHES);
  for (let id = 0; id < 500; id++) queue.add({ tenant: 'noisy', sentry: `noisy ${id % 50}`, cost: 50, id });
  for (let id = 500; id < 1000; id++) queue.add({ tenant: 'small', sentry: `small ${id % 5}`, cost: 5, id });
  const shares = sharesOf(queue, (item) => item.tenant, limits);
  expect(Math.abs((shares.get('noisy') ?? 0) - (shares.get('small') ?? 0))).toBeLessThanOrEqual(limits.cost);
});

test('a quiet organization waits for one report of each other one, whatever they have waiting', () => {
  assert(
    property(
      array(arrival, { maxLength: 300 }),
      integer({ min: 0, max: 40 }),
      cost,
      (arrivals, batchesBefore, quietCost) => {
        const queue = new FairQueue<Item>(BATCHES);
        addAll(queue, arrivals);
        for (let batch = 0; batch < batchesBefore; batch++) queue.release(queue.take(LIMITS), []);
        queue.add({ tenant: 'Q', sentry: 'Q1', cost: quietCost, id: -1 });
        const all = takeAll(queue);
        const before = all.slice(0, ids(all).indexOf(-1));
        for (const other of ['A', 'B', 'C'])
          expect(before.filter((item) => item.tenant === other).length).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('a quiet sentry waits for a bounded cost, whatever the others of its organization have waiting', () => {
  assert(
    property(array(arrival, { maxLength: 300 }), integer({ min: 0, max: 40 }), (arrivals, batchesBefore) => {
      const queue = new FairQueue<Item>(BATCHES);
      addAll(queue, arrivals);
      for (let batch = 0; batch < batchesBefore; batch++) queue.release(queue.take(LIMITS), []);
      queue.add({ tenant: 'A', sentry: 'quiet', cost: 1, id: -1 });
      const all = takeAll(queue);
      const before = all.slice(0, ids(all).indexOf(-1));
      const costOfTenant = (name: string): number =>
        before.filter((item) => item.tenant === name).reduce((sum, item) => sum + item.cost, 0);
      // One report of each other sentry of its own organization, and meanwhile as much of each other organization.
      expect(before.filter((item) => item.tenant === 'A').length).toBeLessThanOrEqual(3);
      for (const other of ['B', 'C']) expect(costOfTenant(other)).toBeLessThanOrEqual(costOfTenant('A') + 2 * MAX_COST);
    }),
  );
});

/** What each `nameOf` got of ten batches, in cost. */
function sharesOf(
  queue: FairQueue<Item>,
  nameOf: (item: Item) => string,
  limits: BatchLimits = LIMITS,
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (let batch = 0; batch < 10; batch++) {
    const taken = queue.take(limits);
    for (const item of taken) shares.set(nameOf(item), (shares.get(nameOf(item)) ?? 0) + item.cost);
    queue.release(taken, []);
  }
  return shares;
}

test('organizations that wait get equal shares, by cost, however many sentries and reports they have', () => {
  const queue = new FairQueue<Item>(BATCHES);
  for (let id = 0; id < 2000; id++) queue.add({ tenant: 'noisy', sentry: `noisy ${id % 200}`, cost: 50, id });
  for (let id = 2000; id < 2200; id++) queue.add({ tenant: 'small', sentry: 'only', cost: 5, id });
  const shares = sharesOf(queue, (item) => item.tenant);
  expect(Math.abs((shares.get('noisy') ?? 0) - (shares.get('small') ?? 0))).toBeLessThanOrEqual(100);
});

test('sentries of an organization get equal shares, by cost', () => {
  const queue = new FairQueue<Item>(BATCHES);
  for (let id = 0; id < 500; id++) queue.add({ tenant: 'A', sentry: 'noisy', cost: 50, id });
  for (let id = 500; id < 1000; id++) queue.add({ tenant: 'A', sentry: 'small', cost: 10, id });
  const shares = sharesOf(queue, (item) => item.sentry);
  expect(Math.abs((shares.get('noisy') ?? 0) - (shares.get('small') ?? 0))).toBeLessThanOrEqual(100);
});

test('an organization with as many batches as it may have waits until one is over; others do not', () => {
  const queue = new FairQueue<Item>(2);
  for (let id = 0; id < 50; id++) queue.add({ tenant: 'noisy', sentry: `noisy ${id}`, cost: 100, id });
  const [one, two] = [queue.take(LIMITS), queue.take(LIMITS)];
  expect([...ids(one), ...ids(two)]).toEqual([0, 1, 2, 3]);
  queue.add({ tenant: 'noisy', sentry: 'another', cost: 1, id: 50 });
  expect(queue.hasNext).toBe(false);
  queue.add({ tenant: 'quiet', sentry: 'quiet', cost: 1, id: 51 });
  expect(ids(queue.take(LIMITS))).toEqual([51]);
  queue.release(one, []);
  expect(queue.take(LIMITS)).toHaveLength(2);
  expect(queue.hasNext).toBe(false);
});

test('of sentries and organizations without reports nothing is kept, while others go on', () => {
  const queue = new FairQueue<Item>(BATCHES);
  for (let id = 0; id < 5000; id++) {
    queue.add({ tenant: `tenant ${id}`, sentry: `sentry ${id}`, cost: 1 + (id % MAX_COST), id });
    queue.add({ tenant: 'steady', sentry: `steady ${id % 3}`, cost: 20, id: 10_000 + id });
    const batch = queue.take({ ...LIMITS, items: 2 });
    queue.release(batch, []);
  }
  takeAll(queue);
  expect(queue.kept).toEqual({ tenants: 0, sentries: 0, order: 0 });
});
