/**
 * Requests to addresses people typed in. They must not lead inside: every address a name resolves to is checked, and the one
 * that was checked is the one connected to, so a name that answers differently the second time gains nothing. No redirect is
 * followed, little of the answer is read, and everything ends at a deadline.
 */
import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks inside, as CIDR blocks, that the operator lets destinations lead to; https is not asked of them. */
export type AllowedNetworks = readonly string[];

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface OutboundAnswer {
  readonly status: number;
  /** The beginning of what was answered, one line. */
  readonly text: string;
  readonly date: string | null;
  /** As it was answered: seconds, or a date. */
  readonly retryAfter: string | null;
}

/** Was not sent, because it may not be. */
export class OutboundRefused extends Error {}

/** Was sent, at least in part, and no answer came: whether it was taken is not known. */
export class AnswerLost extends Error {}

const MAX_ANSWER = 2048;
/** Over the internet, only where web servers listen. */
const PORTS = new Set(['', '443', '8443']);

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** IPv4 written as IPv6 counts as what it is. */
const plain = (text: string): Address => ipaddr.process(text);

const isAllowed = (address: Address, allowed: AllowedNetworks): boolean =>
  allowed.some((block) => {
    const [network, bits] = ipaddr.parseCIDR(block);
    return network.kind() === address.kind() && address.match(network, bits);
  });

/** Whether an address lies on the public internet. */
const isPublic = (address: Address): boolean => address.range() === 'unicast';

const mayReach = (text: string, allowed: AllowedNetworks): boolean => {
  const address = plain(text);
  return isPublic(address) || isAllowed(address, allowed);
};

const INSIDE = 'leads to an address inside a private network; the operator has not allowed that';

/** What is wrong with an address before anything is resolved, or null. */
export function addressProblem(text: string, allowed: AllowedNetworks): string | null {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const isLiteral = isIP(host) !== 0;
  if (isLiteral && !mayReach(host, allowed)) return INSIDE;
  if (!isLiteral && /(^|\.)localhost$/iu.test(host) && !mayReach('127.0.0.1', allowed)) return INSIDE;
  // Names may resolve to an allowed network; that is seen when they do.
  if (allowed.length > 0 && (!isLiteral || !isPublic(plain(host)))) return null;
  if (url.protocol !== 'https:') return 'must be an https:// address';
  if (!PORTS.has(url.port)) return 'must be on port 443 or 8443';
  return null;
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name and refuses it when any of its addresses lies inside; `isStrict`: when any lies outside the allowed
 * networks. `ask` is the system's resolver; tests ask another.
 */
export const guardedLookup =
  (allowed: AllowedNetworks, isStrict: boolean, ask: Resolve = resolve): LookupFunction =>
  (host, options, done) => {
    ask(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const isRefused = addresses.some(
        ({ address }) => !mayReach(address, allowed) || (isStrict && !isAllowed(plain(address), allowed)),
      );
      const [first] = addresses;
      if (isRefused || first === undefined) return done(new OutboundRefused(`${host} ${INSIDE}`), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };

/**
 * Sends one request and answers what came back, whatever its status. Throws OutboundRefused where it may not lead,
 * AnswerLost where it was connected and no answer came by the deadline or at all, and what the network said otherwise.
 */
export function sendOutbound(
  { url: text, method, headers, body }: OutboundRequest,
  { allowed, deadlineMs }: { readonly allowed: AllowedNetworks; readonly deadlineMs: number },
): Promise<OutboundAnswer> {
  const problem = addressProblem(text, allowed);
  if (problem !== null) return Promise.reject(new OutboundRefused(`the address ${problem}`));
  const url = new URL(text);
  const isPlain = url.protocol === 'http:';
  // Without encryption, or on an unusual port, it goes to allowed networks alone.
  const isStrict = isPlain || !PORTS.has(url.port);
  return new Promise((done, failed) => {
    const request = (isPlain ? requestPlain : requestSecure)(url, {
      method,
      headers: {
        'user-agent': 'Picket',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      lookup: guardedLookup(allowed, isStrict),
      agent: false,
      signal: AbortSignal.timeout(deadlineMs),
    });
    let isConnected = false;
    request.on('socket', (socket) =>
      socket.once(isPlain ? 'connect' : 'secureConnect', () => {
        isConnected = true;
      }),
    );
    const lost = (message: string, cause: Error): Error =>
      isConnected ? new AnswerLost(message, { cause }) : new Error(message, { cause });
    request.on('error', (error) => {
      const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
      failed(lost(isLate ? `no answer within ${deadlineMs / 1000} s` : error.message, error));
    });
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      const finish = (): void =>
        done({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString('utf8').slice(0, MAX_ANSWER).replace(/\s+/gu, ' ').trim(),
          date: response.headers.date ?? null,
          retryAfter: response.headers['retry-after'] ?? null,
        });
      response.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length < MAX_ANSWER) return;
        finish();
        response.destroy();
      });
      response.on('end', finish);
      response.on('error', (error) => failed(lost(error.message, error)));
      response.on('aborted', () => failed(new AnswerLost('the connection was dropped before the answer was whole')));
    });
    request.end(body);
  });
}
