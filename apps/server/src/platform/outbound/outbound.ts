/**
 * Requests to addresses that users entered, protected against SSRF. Private hosts are refused unless allowed by host and port:
 * every address a name resolves to is checked, and the checked address is the one connected to, so DNS rebinding gains nothing.
 * No redirect is followed, only the beginning of the response is read, and everything ends at a deadline. Responses and errors
 * of private hosts are hidden.
 */
import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { phrase, type Sentence } from '@picket/domain/phrases';
import { cleanText } from '@picket/domain/text';
import { literalAddress } from '@picket/source-io/broker-address';
import { AddressRefused } from '@picket/source-io/source-network';
import { type AddressScope, addressScope } from './address-scope.ts';
import { type AllowedHosts, hostAndPort } from './outbound-allowlist.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface OutboundResponse {
  readonly status: number;
  /** The beginning of the body, one line; empty for a private host. */
  readonly text: string;
  /** The header as received: seconds, or a date. */
  readonly retryAfter: string | null;
  /** The header with the receiver's time, as received; null for private hosts. */
  readonly date: string | null;
  /** It came from a private host: even its status must not be shown. */
  readonly isPrivate: boolean;
}

/** Not sent: the address is not allowed. */
export class OutboundRefused extends AddressRefused {}

/** Sent, at least in part, without a response: whether it was accepted is unknown. */
export class ResponseLost extends Error {}

/** Replaces the network's error for a private host. */
const UNREACHABLE_MESSAGE = 'could not be reached';

const MAX_RESPONSE_BYTES = 2048;
/** Ports allowed over the internet. */
const PUBLIC_PORTS = new Set(['', '443', '8443']);

/** What a URL may connect to. */
interface Route {
  readonly isAllowed: boolean;
  /** Scopes that its addresses may have. Over the internet, only encrypted and to a usual port. */
  readonly allowedScopes: readonly AddressScope[];
}

export function resolveRoute(url: URL, allowed: AllowedHosts): Route {
  const isAllowed = allowed.has(hostAndPort(url));
  const mayBePublic = url.protocol === 'https:' && PUBLIC_PORTS.has(url.port);
  return {
    isAllowed,
    allowedScopes: [...(mayBePublic ? ['PUBLIC' as const] : []), ...(isAllowed ? ['PRIVATE' as const] : [])],
  };
}

/** What is wrong with an address before anything is resolved, or null. */
export function addressProblem(text: string, allowed: AllowedHosts): Sentence | null {
  const url = new URL(text);
  const { isAllowed, allowedScopes } = resolveRoute(url, allowed);
  const literal = literalAddress(url.hostname);
  const isLocal = /(^|\.)localhost\.?$/iu.test(url.hostname);
  if (literal !== null && addressScope(literal) === 'FORBIDDEN') return 'is an address that Picket never connects to';
  if (isAllowed) return null;
  if (isLocal || (literal !== null && addressScope(literal) === 'PRIVATE'))
    return phrase(
      'leads into a private network, and {host} is not allowed for this organization: an administrator of Picket can allow it under Private hosts',
      { host: hostAndPort(url) },
    );
  if (allowedScopes.length > 0) return null;
  return url.protocol === 'https:'
    ? phrase(
        'must be on port 443 or 8443: another needs {host} to be a private host that is allowed for this organization',
        { host: hostAndPort(url) },
      )
    : phrase(
        'must be an https:// address: http:// needs {host} to be a private host that is allowed for this organization',
        { host: hostAndPort(url) },
      );
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name and refuses it when any of its addresses is outside `allowedScopes`. A name that does not exist is refused in
 * the same words, so that private names cannot be probed. `resolver` is the system's; tests pass another.
 */
export const guardedLookup =
  (allowedScopes: readonly AddressScope[], resolver: Resolve = resolve): LookupFunction =>
  (host, options, done) => {
    resolver(host, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (first === undefined || addresses.some(({ address }) => !allowedScopes.includes(addressScope(address))))
        return done(new OutboundRefused(`${host} has no address that Picket may connect to`), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };

/**
 * Sends one request and returns the response, whatever its status. Throws OutboundRefused where the address is not allowed,
 * ResponseLost where it was connected and no response came by the deadline, and the network's error otherwise.
 */
export function sendOutbound(
  { url: text, method, headers, body }: OutboundRequest,
  { allowed, deadlineMs }: { readonly allowed: AllowedHosts; readonly deadlineMs: number },
): Promise<OutboundResponse> {
  const problem = addressProblem(text, allowed);
  if (problem !== null) return Promise.reject(new OutboundRefused(`the address ${problem}`));
  const url = new URL(text);
  const { isAllowed, allowedScopes } = resolveRoute(url, allowed);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestPlain : requestSecure)(url, {
      method,
      headers: {
        'user-agent': 'Picket',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      lookup: guardedLookup(allowedScopes),
      agent: false,
      signal: AbortSignal.timeout(deadlineMs),
    });
    const exchange = new Exchange(deadlineMs, isAllowed, resolve, reject);
    exchange.follow(request, url.protocol);
    request.end(body);
  });
}

/**
 * A request until its response or its failure, whichever is first. Until it is connected nothing was sent, so that a failure is
 * the network's; after that its response is lost.
 */
class Exchange {
  readonly #deadlineMs: number;
  readonly #isPrivate: boolean;
  readonly #resolve: (response: OutboundResponse) => void;
  readonly #reject: (error: Error) => void;
  #isConnected = false;

  constructor(
    deadlineMs: number,
    isPrivate: boolean,
    resolve: (response: OutboundResponse) => void,
    reject: (error: Error) => void,
  ) {
    this.#deadlineMs = deadlineMs;
    this.#isPrivate = isPrivate;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  follow(request: ClientRequest, protocol: string): void {
    request.on('socket', (socket) =>
      socket.once(protocol === 'http:' ? 'connect' : 'secureConnect', () => {
        this.#isConnected = true;
      }),
    );
    request.on('error', (error) => {
      const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
      this.#failed(isLate ? `no answer within ${this.#deadlineMs / 1000} s` : error.message, error);
    });
    let hasResponse = false;
    request.on('response', (response) => {
      hasResponse = true;
      this.#read(response);
    });
    // Of a receiver that changes the protocol there is neither a response nor an error.
    request.on('upgrade', (_response, socket) => socket.destroy());
    request.on('close', () => {
      if (!hasResponse) this.#fail(new ResponseLost('the connection was closed without an answer'));
    });
  }

  /** Reads as much of the body as is shown. */
  #read(response: IncomingMessage): void {
    const parts: Buffer[] = [];
    let length = 0;
    response.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length < MAX_RESPONSE_BYTES) return;
      this.#finish(response, parts);
      response.destroy();
    });
    response.on('end', () => this.#finish(response, parts));
    response.on('error', (error) => this.#failed(error.message, error));
    response.on('aborted', () =>
      this.#fail(new ResponseLost('the connection was dropped before the answer was whole')),
    );
  }

  #finish({ statusCode, headers }: IncomingMessage, body: readonly Buffer[]): void {
    const text = Buffer.concat(body).toString('utf8').replace(/\s+/gu, ' ').trim();
    this.#resolve({
      status: statusCode ?? 0,
      text: this.#isPrivate ? '' : cleanText(text, MAX_RESPONSE_BYTES),
      retryAfter: headers['retry-after'] ?? null,
      date: this.#isPrivate ? null : (headers.date ?? null),
      isPrivate: this.#isPrivate,
    });
  }

  #failed(message: string, cause: Error): void {
    this.#fail(this.#isConnected ? new ResponseLost(message, { cause }) : new Error(message, { cause }));
  }

  #fail(error: Error): void {
    this.#reject(this.#isPrivate ? hideMessage(error) : error);
  }
}

const hideMessage = (error: Error): Error =>
  error instanceof ResponseLost ? new ResponseLost(UNREACHABLE_MESSAGE) : new Error(UNREACHABLE_MESSAGE);
