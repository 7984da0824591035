import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedPackets, boundedStream, type LeftOutPacket } from './bounded-packets.ts';

const MAX = 200;

/** A message with so many bytes: at quality of service 1 with its number, else at 0. */
function publish(bytes: number, number: number, isAcknowledged = true): Buffer {
  const topic = Buffer.from('zigbee2mqtt/leak');
  const id = isAcknowledged ? [number >> 8, number & 0xff] : [];
  const rest = Buffer.concat([Buffer.from([0, topic.length]), topic, Buffer.from(id), Buffer.alloc(bytes, 'x')]);
  const length = rest.length < 128 ? [rest.length] : [(rest.length % 128) | 0x80, Math.floor(rest.length / 128)];
  return Buffer.concat([Buffer.from([isAcknowledged ? 0x32 : 0x30, ...length]), rest]);
}

/** What passes of these packets, sent in pieces of `size` bytes, and the numbers of those that were acknowledged instead. */
async function sent(packets: readonly Buffer[], size: number) {
  const acknowledged: number[] = [];
  const bounded = new BoundedPackets(MAX, (packet) => acknowledged.push(packet.readUInt16BE(2)));
  const passed = buffer(bounded);
  const all = Buffer.concat(packets);
  for (let start = 0; start < all.length; start += size) bounded.write(all.subarray(start, start + size));
  bounded.end();
  return { passed: await passed, acknowledged };
}

test('packets pass as they are, in whatever pieces they come; those that are too long are acknowledged and left out', async () => {
  const packet = fc.record({ bytes: fc.integer({ min: 0, max: 700 }), isAcknowledged: fc.boolean() });
  const pieces = fc.integer({ min: 1, max: 900 });
  await fc.assert(
    fc.asyncProperty(fc.array(packet, { maxLength: 12 }), pieces, async (wanted, size) => {
      const packets = wanted.map(({ bytes, isAcknowledged }, index) => ({
        packet: publish(bytes, index + 1, isAcknowledged),
        isAcknowledged,
        number: index + 1,
      }));
      const all = await sent(
        packets.map((one) => one.packet),
        size,
      );
      const isShort = (one: (typeof packets)[number]): boolean => one.packet.length <= MAX;
      expect(all.passed).toEqual(Buffer.concat(packets.filter(isShort).map((one) => one.packet)));
      expect(all.acknowledged).toEqual(
        packets.filter((one) => !isShort(one) && one.isAcknowledged).map(({ number }) => number),
      );
    }),
  );
});

test('what is no packet passes, to be refused by the reader of packets', async () => {
  const broken = Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 1, 2, 3]);
  expect((await sent([broken], 3)).passed).toEqual(broken);
});

test('what is left out is named, and whether its sender misses an answer', async () => {
  const leftOut: LeftOutPacket[] = [];
  const bounded = new BoundedPackets(MAX, () => {}, { leftOut: (packet) => leftOut.push(packet) });
  const atTwo = publish(300, 7);
  atTwo[0] = 0x34;
  const subscribe = publish(300, 7);
  subscribe[0] = 0x82;
  for (const packet of [publish(300, 7, false), publish(300, 7), atTwo, subscribe, publish(3, 8)])
    bounded.write(packet);
  bounded.resume().end();
  await once(bounded, 'end');
  const topic = 'zigbee2mqtt/leak';
  expect(leftOut).toEqual([
    { topic, isAnswered: true },
    { topic, isAnswered: true },
    { topic, isAnswered: false },
    { topic: '', isAnswered: false },
  ]);
});

test('nothing more is read while it is not wanted', async () => {
  const wanted = Promise.withResolvers<void>();
  let isWanted = false;
  const bounded = new BoundedPackets(MAX, () => {}, { whenReady: () => (isWanted ? null : wanted.promise) });
  const passed: Buffer[] = [];
  bounded.on('data', (part: Buffer) => passed.push(part));
  bounded.write(publish(1, 1));
  bounded.write(publish(2, 2));
  bounded.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(Buffer.concat(passed)).toEqual(publish(1, 1));
  isWanted = true;
  wanted.resolve();
  await once(bounded, 'end');
  expect(Buffer.concat(passed)).toEqual(Buffer.concat([publish(1, 1), publish(2, 2)]));
});

test('one read of the stream has all that has arrived', async () => {
  const socket = new PassThrough();
  const stream = boundedStream(socket, MAX);
  socket.write(Buffer.concat([publish(3, 1), publish(4, 2)]));
  await once(stream, 'readable');
  expect(stream.read()).toEqual(Buffer.concat([publish(3, 1), publish(4, 2)]));
  expect(stream.read()).toBeNull();
  stream.destroy();
});
