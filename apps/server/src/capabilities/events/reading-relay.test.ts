/** Which readings one server process sends to another. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { MAX_MESSAGE_BYTES, type PubSub, type Topic } from '../../platform/pubsub/pub-sub.ts';
import { ReadingRelay } from './reading-relay.ts';

/** Of processes that receive what Postgres takes. */
function openBus() {
  const listeners: { readonly topic: Topic; readonly listener: (message: string) => void }[] = [];
  const lengths: number[] = [];
  const pubSub: PubSub = {
    notify: () => {},
    onNotify: () => () => {},
    publish: (topic, message) => {
      lengths.push(Buffer.byteLength(message));
      if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES) return;
      for (const one of listeners) if (one.topic === topic) one.listener(message);
    },
    subscribe: (topic, listener) => {
      listeners.push({ topic, listener });
      return () => {};
    },
    close: async () => {},
  };
  const open = (tenants: () => readonly string[]): ReadingRelay => {
    const relay = new ReadingRelay(pubSub, tenants, () => {});
    onTestFinished(() => relay.close());
    return relay;
  };
  return { open, lengths };
}

const guidOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

test('readings of hundreds of organizations are wanted by the process that has their consoles, as long as it has', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { open, lengths } = openBus();
  const all = Array.from({ length: 300 }, (_, index) => guidOf(index));
  let wanted: readonly string[] = all;
  const [storing, showing] = [open(() => []), open(() => wanted)];
  const remote = () => all.filter((tenant) => storing.hasRemoteSubscribers(tenant)).length;
  showing.announceSubscriptions();
  expect(remote()).toBe(300);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
  vi.advanceTimersByTime(60_000);
  expect(remote()).toBe(300);
  wanted = all.slice(0, 10);
  vi.advanceTimersByTime(10_000);
  expect(remote()).toBe(10);
  wanted = [];
  showing.announceSubscriptions();
  expect(remote()).toBe(0);
  wanted = all;
  showing.announceSubscriptions();
  showing.close();
  vi.advanceTimersByTime(10_000);
  expect(remote()).toBe(0);
});
