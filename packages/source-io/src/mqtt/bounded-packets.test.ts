import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedPackets } from './bounded-packets.ts';

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
