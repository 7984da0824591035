import type { BrokerListener } from '@picket/source-io/mqtt/broker-client';
import { expect, test } from 'vitest';
import { ObservedBroker } from './observed-broker.ts';
import { pollResultOf } from './poll-result.ts';

const AT = '2026-03-02T10:00:00Z';

function listening() {
  const seen: string[] = [];
  const listener: BrokerListener = {
    connected: () => void seen.push('connected'),
    lost: () => void seen.push('lost'),
    problem: (problem) => void seen.push(problem),
    message: async ({ topic, payload, isRetained }) => void seen.push(`${topic} ${payload} ${isRetained}`),
  };
  return { seen, listener };
}

test('the gateway is asked for what the session subscribes to, once for each topic', () => {
  const broker = new ObservedBroker('c');
  const client = broker.open(listening().listener);
  client.subscribe(['a', 'b'], { retained: true });
  client.subscribe(['c'], { retained: false, refused: () => {} });
  client.subscribe(['a'], { retained: true });
  expect(broker.topics()).toEqual({
    connection: 'c',
    topics: [
      { topic: 'a', retained: true, optional: false },
      { topic: 'b', retained: true, optional: false },
      { topic: 'c', retained: false, optional: true },
    ],
  });
  client.unsubscribe(['a', 'c']);
  expect(broker.topics().topics.map(({ topic }) => topic)).toEqual(['b']);
});

test('events of the gateway are those of a connection; a refused topic is a problem unless it may be refused', async () => {
  const { seen, listener } = listening();
  const broker = new ObservedBroker('c');
  const refused: string[] = [];
  const client = broker.open(listener);
  client.subscribe(['a'], { retained: true });
  client.subscribe(['b'], { retained: true, refused: (topic) => refused.push(topic) });
  await broker.take({ kind: 'CONNECTED', at: AT });
  await broker.take({ kind: 'MESSAGE', at: AT, topic: 'a', message: 'é', isRetained: true });
  await broker.take({ kind: 'REFUSED', at: AT, topic: 'a' });
  await broker.take({ kind: 'REFUSED', at: AT, topic: 'b' });
  await broker.take({ kind: 'LOST', at: AT });
  await broker.take({ kind: 'FAILED', at: AT, problem: 'UNREACHABLE' });
  expect(seen).toEqual(['connected', 'a é true', 'SUBSCRIPTION_REFUSED', 'lost', 'UNREACHABLE']);
  expect(refused).toEqual(['b']);
});

test('what was polled is the result of a poll; events of a broker are none', () => {
  expect(pollResultOf({ kind: 'CONNECTED', at: AT })).toBe(null);
  expect(pollResultOf({ kind: 'FAILED', at: AT, problem: 'NO_ANSWER' })).toEqual({
    kind: 'failed',
    problem: 'NO_ANSWER',
  });
  const event = { kind: 'POLLED', at: AT, devices: [{ place: 'a', found: null }], leftOut: [] } as const;
  expect(
    pollResultOf({ ...event, devices: [...event.devices], leftOut: [{ place: 'b', reason: 'BAD_NAME' }] }),
  ).toEqual({
    kind: 'polled',
    devices: [{ place: 'a', found: null }],
    leftOut: [['b', 'BAD_NAME']],
  });
});
