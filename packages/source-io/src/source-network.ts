/**
 * How sources are reached. The server guards every connection to an address that somebody entered; a gateway stands in the network of its
 * sources and connects directly. What speaks to a source is given one of the two.
 */
import type { Socket as DatagramSocket } from 'node:dgram';
import type { Socket } from 'node:net';
import type { BrokerAddress } from './broker-address.ts';
import type { MetricsPage, PageLimits, PageRequest } from './metrics-page.ts';

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

export interface SourceNetwork {
  /** A socket that connects; null where the address is refused. One whose name leads elsewhere is destroyed with AddressRefused. */
  readonly connect: (address: HostAndPort) => Socket | null;
  /** A socket that has the host as its only peer; null where the address is refused. Rejects with AddressRefused or the network's error. */
  readonly connectDatagrams: (address: HostAndPort) => Promise<DatagramSocket | null>;
  /** As `connect`, encrypted where the address asks for it. */
  readonly connectBroker: (address: BrokerAddress) => Socket | null;
  /** Throws AddressRefused where the address is refused, PageTooLarge, and else the error of the network. */
  readonly readPage: (request: PageRequest, limits: PageLimits) => Promise<MetricsPage>;
}

/** Not connected: the address is not allowed. */
export class AddressRefused extends Error {}
