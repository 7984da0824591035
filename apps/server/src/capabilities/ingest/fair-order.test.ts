import { expect, test } from 'vitest';
import { FairOrder } from './fair-order.ts';

/** Who is served in as many turns, each of which costs as much as `costs` says. */
function serve(order: FairOrder<string>, turns: number, costs: Readonly<Record<string, number>>): string {
  let served = '';
  for (let turn = 0; turn < turns; turn++) {
    const key = order.next();
    if (key === undefined) break;
    served += key;
    order.charge(costs[key] ?? 1);
  }
  return served;
}

function orderOf(...keys: readonly string[]): FairOrder<string> {
  const order = new FairOrder<string>();
  for (const key of keys) order.startWaiting(key);
  return order;
}

test('those that wait take turns, and one that costs more has fewer', () => {
  expect(serve(orderOf('a', 'b'), 6, {})).toBe('ababab');
  const served = serve(orderOf('a', 'b'), 80, { a: 3 });
  expect(served.replaceAll('b', '').length).toBe(20);
});

test('one that begins to wait is next but for one turn of each of the others', () => {
  const order = orderOf('a', 'b');
  serve(order, 101, { a: 10, b: 10 });
  order.startWaiting('c');
  expect(serve(order, 3, { a: 10, b: 10 })).toContain('c');
});

test('one that did not wait before gets no more for it', () => {
  const order = orderOf('a', 'b');
  serve(order, 100, {});
  order.startWaiting('c');
  expect(serve(order, 30, {}).replaceAll('c', '').length).toBe(20);
});

test('stopping for a moment gains nothing', () => {
  const order = orderOf('a', 'b');
  serve(order, 1, { a: 50 });
  order.stopWaiting('a');
  order.startWaiting('a');
  expect(serve(order, 50, {})).toBe('b'.repeat(50));
});

test('one that has stopped is forgotten once its turn would have come', () => {
  const order = orderOf('a', 'b');
  serve(order, 1, { a: 50 });
  order.stopWaiting('a');
  serve(order, 50, {});
  expect(order.size).toBe(2);
  serve(order, 2, {});
  expect(order.size).toBe(1);
});

test('with nobody waiting nothing is remembered', () => {
  const order = orderOf('a', 'b', 'c');
  serve(order, 10, { a: 5, b: 7 });
  for (const key of ['a', 'b', 'c']) order.stopWaiting(key);
  expect(order.isIdle).toBe(true);
  expect(order.next()).toBeUndefined();
  expect(order.size).toBe(0);
});
