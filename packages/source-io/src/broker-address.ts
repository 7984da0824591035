/** The addresses of hosts and brokers as people write them. Pure. */
import { isIP } from 'node:net';

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
}

const ADDRESS = /^(?<scheme>mqtts?):\/\/(?<host>\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::(?<port>\d{1,5}))?\/?$/iu;

/** A host as a URL writes it, an IPv6 address in brackets; null: it is none. */
export function canonicalHost(text: string): string | null {
  const bare = text.trim().replace(/^\[|\]$/gu, '');
  const address = bare.includes(':') ? `http://[${bare}]/` : `http://${bare}/`;
  if (!/^[^\s/?#@\\]+$/u.test(bare) || !URL.canParse(address)) return null;
  return new URL(address).hostname.replace(/\.$/u, '');
}

/** The host of an address if it is an IP address, without brackets; else null. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/gu, '');
  return isIP(bare) === 0 ? null : bare;
}

/** The address of a broker; null: it is none. */
export function parseBrokerAddress(text: string): BrokerAddress | null {
  const { scheme = '', host: written = '', port: digits } = ADDRESS.exec(text)?.groups ?? {};
  const isEncrypted = scheme.toLowerCase() === 'mqtts';
  const port = digits === undefined ? (isEncrypted ? 8883 : 1883) : Number(digits);
  const host = written === '' ? null : canonicalHost(written);
  return host === null || port < 1 || port > 65_535 ? null : { host, port, isEncrypted };
}
