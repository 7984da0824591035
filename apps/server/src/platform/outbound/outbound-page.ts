/**
 * A page at an address that an administrator entered, read as a whole. It is guarded as every request is (outbound.ts): the checked
 * address is the one connected to, and no redirect is followed. What it may hold in memory is bounded, compressed or not.
 */
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { addressProblem, guardedLookup, OutboundRefused, resolveRoute } from './outbound.ts';
import type { AllowedHosts } from './outbound-allowlist.ts';

interface PageRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Limits {
  readonly allowed: AllowedHosts;
  /** Of the text, after it was decompressed. */
  readonly maxBytes: number;
  /** Ends everything at once. */
  readonly ending: AbortSignal;
}

export interface OutboundPage {
  readonly status: number;
  /** Empty unless the status is 200. */
  readonly text: string;
}

/** The page has more bytes than are read. */
export class PageTooLarge extends Error {}

/** Throws OutboundRefused where the address is not allowed, PageTooLarge, and else the error of the network. */
export async function readPage({ url: text, headers }: PageRequest, limits: Limits): Promise<OutboundPage> {
  const { allowed, maxBytes, ending } = limits;
  const problem = addressProblem(text, allowed);
  if (problem !== null) throw new OutboundRefused(`the address ${problem}`);
  const url = new URL(text);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestPlain : requestSecure)(url, {
      headers: { 'user-agent': 'Picket', 'accept-encoding': 'gzip', ...headers },
      lookup: guardedLookup(resolveRoute(url, allowed).allowedScopes),
      agent: false,
      signal: ending,
    });
    // It stays: what fails later must not end the process.
    request.on('error', reject);
    request.on('response', resolve);
    request.end();
  });
  try {
    const { statusCode = 0 } = response;
    return { status: statusCode, text: statusCode === 200 ? await textOf(response, maxBytes) : '' };
  } finally {
    response.destroy();
  }
}

async function textOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const parts: Buffer[] = [];
  const take = async (body: Readable): Promise<void> => {
    let length = 0;
    for await (const part of body) {
      const bytes = Buffer.from(part);
      length += bytes.length;
      if (length > maxBytes) throw new PageTooLarge();
      parts.push(bytes);
    }
  };
  if (encoding === 'gzip' || encoding === 'x-gzip') {
    // Only as much is decompressed as is taken.
    const unpacked = createGunzip();
    await pipeline(response, unpacked, take);
  } else await take(response);
  return Buffer.concat(parts).toString('utf8');
}
