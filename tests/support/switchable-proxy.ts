/** A TCP proxy in front of several Postgres whose target a test switches, as a proxy that takes the wrong one for the primary. */
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

export interface SwitchableProxy {
  readonly port: number;
  /** The target of new connections from now on. `cut`: open ones are closed, as haproxy does when a server is down. */
  pointTo(to: number, cut: 'cut' | 'keep'): void;
  /** Open connections stay open, and pass nothing on any more; new ones do. */
  swallow(): void;
  close(): Promise<void>;
}

export async function openSwitchableProxy(first: number): Promise<SwitchableProxy> {
  const port = await freePort();
  const open = new Set<Socket>();
  let target = first;
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
    close: () => {
      cutAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
