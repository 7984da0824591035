/** How many connections there may be. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { picketForTest } from './harness.ts';

const REQUEST = 'GET /api/v1/version HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('a connection over the limit is closed, and so are idle ones', async () => {
  const picket = await picketForTest({ environment: { PICKET_CONNECTIONS: '10' } });
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const { app } = picket.server;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };

  const idle: Promise<unknown>[] = [];
  for (let count = 0; count < 10; count++) {
    const socket = await open();
    socket.write(REQUEST);
    await once(socket, 'data');
    idle.push(once(socket, 'close'));
    socket.resume();
  }
  const refused = await open();
  await once(refused.resume(), 'close');
  await Promise.all(idle);
  const next = await open();
  next.write(REQUEST);
  expect(String((await once(next, 'data'))[0])).toContain('HTTP/1.1 200');
});
