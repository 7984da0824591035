/** A TCP proxy on this machine whose bytes take their time, in each direction. What comes later waits no longer. */
import { connect, createServer, type Socket } from 'node:net';

export interface DelayProxy {
  readonly base: string;
  close(): Promise<void>;
}

export async function openDelayProxy(target: string, delayMs: number): Promise<DelayProxy> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), 'localhost');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), delayMs));
      from.on('end', () => setTimeout(() => to.end(), delayMs));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    base: `http://localhost:${address.port}`,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
