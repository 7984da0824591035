/** The network of a gateway: sources are connected to directly, wherever they are. */
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { canonicalHost, literalAddress } from './broker-address.ts';
import { readMetricsPageAt } from './metrics-page.ts';
import type { HostAndPort, SourceNetwork } from './source-network.ts';

export const OPEN_NETWORK: SourceNetwork = {
  connect: ({ host: written, port }) => {
    const host = canonicalHost(written);
    return host === null ? null : connectPlain({ host: literalAddress(host) ?? host, port });
  },
  connectDatagrams: (address) => connectToPeer(address),
  connectBroker: ({ host, port, isEncrypted }) => {
    const literal = literalAddress(host);
    const target = { host: literal ?? host, port };
    return isEncrypted
      ? connectSecure({ ...target, ...(literal === null ? { servername: host } : {}) })
      : connectPlain(target);
  },
  readPage: (request, limits) => readMetricsPageAt(request, limits),
};

async function connectToPeer({ host: written, port }: HostAndPort): Promise<DatagramSocket | null> {
  const host = canonicalHost(written);
  if (host === null) return null;
  return connectDatagramSocket(literalAddress(host) ?? (await lookup(host)).address, port);
}

/** A socket for datagrams that has `peer` as its only peer: what others send does not arrive. Rejects with the network's error. */
export function connectDatagramSocket(peer: string, port: number): Promise<DatagramSocket> {
  const socket = createSocket(isIP(peer) === 6 ? 'udp6' : 'udp4');
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      socket.close();
      reject(error);
    };
    socket.once('error', fail);
    socket.connect(port, peer, () => {
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
