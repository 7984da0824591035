import { expect, test } from 'vitest';
import { type NumberedMessage, RecentMessages } from './recent-messages.ts';

const MESSAGE: NumberedMessage = {
  client: 'leak-1',
  number: 7,
  topic: 'a/b',
  payload: Buffer.from('1'),
  isRepeated: false,
};

/** How often it was taken. */
async function taken(...messages: readonly NumberedMessage[]): Promise<number> {
  const recent = new RecentMessages();
  let count = 0;
  for (const message of messages)
    await recent.once(message, async () => {
      count += 1;
    });
  return count;
}

test('what is sent again is taken once; another message with the same number is another one', async () => {
  const again = { ...MESSAGE, isRepeated: true };
  expect(await taken(MESSAGE, again, again)).toBe(1);
  expect(await taken(again)).toBe(1);
  expect(await taken(MESSAGE, MESSAGE)).toBe(2);
  expect(await taken(MESSAGE, { ...again, payload: Buffer.from('2') })).toBe(2);
  expect(await taken(MESSAGE, { ...again, client: 'leak-2' })).toBe(2);
  expect(await taken(MESSAGE, { ...again, topic: 'a/c' })).toBe(2);
});

test('what is sent again while the first one waits, waits for the same', async () => {
  const recent = new RecentMessages();
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const one = recent.once(MESSAGE, () => first.promise).then(() => order.push('first'));
  const other = recent.once({ ...MESSAGE, isRepeated: true }, async () => {}).then(() => order.push('again'));
  first.resolve();
  await Promise.all([one, other]);
  expect(order).toEqual(['first', 'again']);
});

test('what failed may be sent again', async () => {
  const recent = new RecentMessages();
  const failure = new Error('not stored');
  await expect(recent.once(MESSAGE, () => Promise.reject(failure))).rejects.toBe(failure);
  let count = 0;
  await recent.once({ ...MESSAGE, isRepeated: true }, async () => {
    count += 1;
  });
  expect(count).toBe(1);
});

test('the newest thousand are remembered', async () => {
  const many = Array.from({ length: 1001 }, (_, number) => ({ ...MESSAGE, number }));
  expect(await taken(...many, { ...MESSAGE, number: 1000, isRepeated: true })).toBe(1001);
  expect(await taken(...many, { ...MESSAGE, number: 0, isRepeated: true })).toBe(1002);
});
