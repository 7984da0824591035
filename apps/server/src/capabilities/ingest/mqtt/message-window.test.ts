import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageWindow } from './message-window.ts';
import { OrderedAcknowledgements } from './ordered-acknowledgements.ts';

const LIMITS = { messages: 4, bytes: 100 };
/** Handlers and what follows them. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Message {
  readonly topic: string;
  readonly bytes: number;
}

/** A broker that delivers these messages as far as there is room, and handlers that end when the test says so. */
function openWindow(messages: readonly Message[]) {
  const window = new MessageWindow(LIMITS);
  const acknowledged: number[] = [];
  const acknowledgements = new OrderedAcknowledgements((id) => acknowledged.push(id));
  const delivered: number[] = [];
  const begun: number[] = [];
  const endings = new Map<number, () => void>();
  const deliver = (): void => {
    const id = delivered.length;
    const message = messages[id];
    if (message === undefined) return;
    delivered.push(id);
    const acknowledge = acknowledgements.expect(id);
    const handle = (): Promise<void> => {
      begun.push(id);
      return new Promise<void>((resolve) => endings.set(id, resolve)).then(acknowledge);
    };
    window.add(message.topic, message.bytes, handle, deliver);
  };
  const end = async (id: number): Promise<void> => {
    endings.get(id)?.();
    endings.delete(id);
    await turn();
  };
  return { window, acknowledged, delivered, begun, endings, deliver, end };
}

test('messages of other topics are handled beside one another, those of a topic one after the other', async () => {
  const { deliver, begun, end } = openWindow([
    { topic: 'a', bytes: 1 },
    { topic: 'a', bytes: 1 },
    { topic: 'b', bytes: 1 },
  ]);
  deliver();
  await turn();
  expect(begun).toEqual([0, 2]);
  await end(0);
  expect(begun).toEqual([0, 2, 1]);
});

test('what is handled first is acknowledged after what arrived first', async () => {
  const { deliver, acknowledged, end } = openWindow([
    { topic: 'a', bytes: 1 },
    { topic: 'b', bytes: 1 },
    { topic: 'c', bytes: 1 },
  ]);
  deliver();
  await turn();
  await end(1);
  expect(acknowledged).toEqual([]);
  await end(0);
  expect(acknowledged).toEqual([0, 1]);
});

test('a lost connection delivers nothing more, and what is in progress ends', async () => {
  const { window, deliver, delivered, end } = openWindow(
    Array.from({ length: 9 }, (_, index) => ({ topic: `${index}`, bytes: 1 })),
  );
  deliver();
  await turn();
  window.disconnect();
  for (const id of [0, 1, 2, 3]) await end(id);
  await window.drain();
  expect(delivered).toEqual([0, 1, 2, 3]);
});

test('property: however long each takes, order, room and acknowledgements hold, and all are handled', async () => {
  const message = fc.record({ topic: fc.constantFrom('a', 'b', 'c'), bytes: fc.integer({ min: 0, max: 60 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 20 }), fc.infiniteStream(fc.nat()), async (messages, choices) => {
      const { deliver, delivered, begun, acknowledged, endings, end } = openWindow(messages);
      const handled = new Set<number>();
      deliver();
      await turn();
      while (endings.size > 0) {
        const inProgress = delivered.filter((id) => !handled.has(id));
        expect(inProgress.length).toBeLessThanOrEqual(LIMITS.messages);
        // The last one may be beyond the limit.
        const before = inProgress.slice(0, -1).map((id) => messages[id]?.bytes ?? 0);
        expect(before.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(LIMITS.bytes);
        const ids = [...endings.keys()];
        const chosen = ids[choices.next().value % ids.length] ?? 0;
        handled.add(chosen);
        await end(chosen);
      }
      expect(acknowledged).toEqual([...messages.keys()]);
      for (const topic of ['a', 'b', 'c']) {
        const ofTopic = begun.filter((id) => messages[id]?.topic === topic);
        expect(ofTopic).toEqual(ofTopic.toSorted((one, other) => one - other));
      }
    }),
  );
});
