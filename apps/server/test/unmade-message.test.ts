/** A message that Picket itself cannot make says nothing of its receiver, and is sent once it can be made. */
import { expect, test } from 'vitest';
import { add, openWorld, pass, raise, receiverForTest } from './notification-world.ts';

test('a message that cannot be made is retried, and its receiver counts as reachable', async () => {
  const world = await openWorld();
  const { prisma, console: sql } = world.picket.platform.db;
  const receiver = await receiverForTest();
  await add(world, { kind: 'SLACK', name: 'Chat', settings: { url: receiver.url } });
  receiver.respondWith(() => 'BAD');
  await raise(world);
  await world.picket.notify();
  const { guid, content } = await prisma.message.findFirstOrThrow({ where: { channel: 'SLACK' } });
  const saveContent = (text: string) =>
    sql.query('UPDATE message SET content = $2::jsonb WHERE guid = $1::uuid', [guid, text]);
  await saveContent('{}');
  receiver.respondWith(() => 'ACCEPT');
  await pass(world, 60);
  expect(receiver.accepted).toEqual([]);
  const broken = await prisma.message.findFirstOrThrow({ where: { guid } });
  expect([broken.state, broken.lastProblem]).toEqual(['WAITING', 'the message could not be made']);
  const health = await prisma.destinationHealth.findMany({ where: { failingSince: { not: null } } });
  expect(health).toEqual([]);
  await saveContent(JSON.stringify(content));
  await pass(world, 300);
  expect(receiver.accepted.length).toBe(1);
});
