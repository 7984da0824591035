/** A TCP proxy in front of several Postgres whose target a test switches, as a proxy that takes the wrong one for the primary. */
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

export interface SwitchableProxy {
  readonly port: number;
  /** The target of new connections from now on. `cut`: open ones are closed, as haproxy does when a server is down. */
  pointTo(to: number, cut: 'cut' | 'keep'): void;
  /** Open connections stay open, and pass nothing on any more; new ones do. */
  swallow(): void;
  /** Of event streams that are opened while `isHeld`, the head is passed on and the rest is not, as by a proxy that collects responses. */
  holdStreams(isHeld: boolean): void;
  close(): Promise<void>;
}

/** Drops what follows the head of a response. */
function passHead(far: Socket, near: Socket): void {
  let hasPassed = false;
  far.on('data', (response: Buffer) => {
    if (!hasPassed) near.write(response.subarray(0, response.indexOf('\r\n\r\n') + 4));
    hasPassed = true;
  });
  far.resume();
}

export async function openSwitchableProxy(first: number): Promise<SwitchableProxy> {
  const port = await freePort();
  const open = new Set<Socket>();
  let target = first;
  let holdsStreams = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    near.on('data', (request: Buffer) => {
      if (holdsStreams && request.includes('GET /api/v1/events')) passHead(far.unpipe(near), near);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cutAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    pointTo: (to, cut) => {
      target = to;
      if (cut === 'cut') cutAll();
    },
    swallow: () => {
      for (const socket of open) socket.unpipe().resume();
    },
    holdStreams: (isHeld) => {
      holdsStreams = isHeld;
    },
    close: () => {
      cutAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
