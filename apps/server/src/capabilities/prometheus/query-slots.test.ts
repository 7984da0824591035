import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QuerySlots } from './query-slots.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('each key has its own slots; a released one goes to who waits longest', async () => {
  const slots = new QuerySlots(1, 10);
  const release = await slots.acquire('a', 1000);
  expect(await slots.acquire('b', 1000)).not.toBeNull();
  const order: string[] = [];
  const next = ['second', 'third'].map(async (name) => {
    const own = await slots.acquire('a', 1000);
    order.push(name);
    own?.();
  });
  expect(order).toEqual([]);
  release?.();
  await Promise.all(next);
  expect(order).toEqual(['second', 'third']);
});

test('released twice counts once', async () => {
  const slots = new QuerySlots(1, 10);
  const release = await slots.acquire('a', 1000);
  release?.();
  release?.();
  expect(await slots.acquire('a', 1000)).not.toBeNull();
  expect(await slots.acquire('a', 0)).toBeNull();
});

test('who comes while a slot is handed on does not take it', async () => {
  const slots = new QuerySlots(1, 10);
  const release = await slots.acquire('a', 1000);
  const waiting = slots.acquire('a', 1000);
  release?.();
  const late = slots.acquire('a', 0);
  expect(await waiting).not.toBeNull();
  expect(await late).toBeNull();
});

test('whose time is up waits no longer, and leaves no gap; too many do not wait at all', async () => {
  const slots = new QuerySlots(1, 1);
  const release = await slots.acquire('a', 1000);
  const waiting = slots.acquire('a', 1000);
  expect(await slots.acquire('a', 1000)).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await waiting).toBeNull();
  release?.();
  expect(await slots.acquire('a', 0)).not.toBeNull();
});
