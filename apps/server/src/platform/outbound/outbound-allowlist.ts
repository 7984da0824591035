/** The allowlist of private hosts for destinations: exactly one host and one port each. */
import { literalAddress } from '@picket/source-io/broker-address';
import { addressScope } from './address-scope.ts';

export interface OutboundEntry {
  /** As a URL writes it: lower case, an IPv6 address in brackets. */
  readonly host: string;
  readonly port: number;
  /** People may use it for their own destinations; otherwise only administrators of the organization may. */
  readonly forEveryone: boolean;
}

/** `host:port` of entries that may be used; sets of them are compared with `hostAndPort`. */
export type AllowedHosts = ReadonlySet<string>;

const ENTRY_PATTERN = /^(?<host>\[[0-9a-f:.]+\]|[^\s:[\]/?#@\\*%,]+):(?<port>\d{1,5})$/iu;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const canonical = (hostname: string): string => hostname.replace(/\.$/u, '');

export const formatEntry = ({ host, port }: Pick<OutboundEntry, 'host' | 'port'>): string => `${host}:${port}`;

/** Host and port of a URL, in the form of an entry. */
export const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${canonical(hostname)}:${port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port}`;

/** One entry read, or what is wrong with it. */
export function parseHostAndPort(text: string): Pick<OutboundEntry, 'host' | 'port'> | string {
  const { host = '', port = '' } = ENTRY_PATTERN.exec(text.trim())?.groups ?? {};
  if (host === '' || !URL.canParse(`http://${host}/`))
    return 'must be a host and a port, such as ntfy:80 or [fd00::5]:8080';
  if (Number(port) < 1 || Number(port) > 65_535) return 'must have a port from 1 to 65535';
  const hostname = canonical(new URL(`http://${host}/`).hostname);
  const literal = literalAddress(hostname);
  if (literal !== null && addressScope(literal) === 'PUBLIC') return 'is on the internet: that needs no entry';
  if (literal !== null && addressScope(literal) === 'FORBIDDEN') return 'is an address that Picket never connects to';
  return { host: hostname, port: Number(port) };
}

const FOR_EVERYONE = /^everyone=/u;

/** A list as the operator sets it: `host:port` or `everyone=host:port`, separated by commas. A text says what is wrong. */
export function parseOutboundList(list: string): readonly OutboundEntry[] | string {
  const entries: OutboundEntry[] = [];
  for (const text of list.split(',').map((entry) => entry.trim())) {
    if (text === '') continue;
    const parsed = parseHostAndPort(text.replace(FOR_EVERYONE, ''));
    if (typeof parsed === 'string') return `${text} ${parsed}`;
    entries.push({ ...parsed, forEveryone: FOR_EVERYONE.test(text) });
  }
  return entries;
}

/** The entries that an administrator, or another user, may use. */
export const allowedHostsFor = (entries: readonly OutboundEntry[], isAdministrator: boolean): AllowedHosts =>
  new Set(entries.filter(({ forEveryone }) => forEveryone || isAdministrator).map(formatEntry));
