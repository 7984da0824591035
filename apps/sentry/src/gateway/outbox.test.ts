import { expect, test } from 'vitest';
import { eventOfPoll, type ObservedEvent } from './observed-event.ts';
import { Outbox } from './outbox.ts';

const message = (text: string, at = 0): ObservedEvent => ({
  kind: 'MESSAGE',
  at,
  topic: 'a',
  message: text,
  isRetained: false,
});

test('events are handed on together, in their order, and what is full waits until they were', async () => {
  const stop = new AbortController();
  const outbox = new Outbox();
  for (let index = 0; index < 500; index++) outbox.add(message('x', index));
  expect(outbox.isFull).toBe(true);
  const room = outbox.whenNotFull();
  const batches = outbox.batches(0, stop.signal)[Symbol.asyncIterator]();
  const { value } = await batches.next();
  expect(value?.readings.map(({ at }: ObservedEvent) => at)).toEqual(Array.from({ length: 500 }, (_, at) => at));
  await room;
  expect(outbox.isEmpty).toBe(true);
  outbox.add(message('last'));
  stop.abort();
  // What was added before the end is handed on as well.
  expect((await batches.next()).value?.readings).toHaveLength(1);
  expect((await batches.next()).done).toBe(true);
});

test('an event that no request could carry is a problem of its source', async () => {
  const stop = new AbortController();
  const outbox = new Outbox();
  outbox.add(message('x'.repeat(2_600_000), 7));
  stop.abort();
  const batches = outbox.batches(0, stop.signal)[Symbol.asyncIterator]();
  expect((await batches.next()).value?.readings).toEqual([{ kind: 'FAILED', at: 7, problem: 'ANSWER_TOO_LARGE' }]);
});

test('a poll is an event with all its devices', () => {
  expect(eventOfPoll({ kind: 'failed', problem: 'NO_ANSWER' }, 5)).toEqual({
    kind: 'FAILED',
    at: 5,
    problem: 'NO_ANSWER',
  });
  const result = { kind: 'polled', devices: [{ place: 'rack', found: null }], leftOut: [['b', 'BAD_NAME']] } as const;
  expect(eventOfPoll(result, 5)).toEqual({
    kind: 'POLLED',
    at: 5,
    devices: [{ place: 'rack', found: null }],
    leftOut: [{ place: 'b', reason: 'BAD_NAME' }],
  });
});
