/** A page that is read as a whole. No redirect is followed; what it may hold in memory is bounded, compressed or not. */
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

export interface PageRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PageLimits {
  /** Of the text, after it was decompressed. */
  readonly maxBytes: number;
  /** Ends everything at once. */
  readonly ending: AbortSignal;
}

export interface MetricsPage {
  readonly status: number;
  /** Empty unless the status is 200. */
  readonly text: string;
}

/** The page has more bytes than are read. */
export class PageTooLarge extends Error {}

/** `lookup`: resolves its host. Throws PageTooLarge, the error of `lookup`, and else that of the network. */
export async function readMetricsPageAt(
  { url: text, headers }: PageRequest,
  { maxBytes, ending }: PageLimits,
  lookup?: LookupFunction,
): Promise<MetricsPage> {
  const url = new URL(text);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestPlain : requestSecure)(url, {
      headers: { 'user-agent': 'Picket', 'accept-encoding': 'gzip', ...headers },
      agent: false,
      signal: ending,
      ...(lookup === undefined ? {} : { lookup }),
    });
    // It stays: what fails later must not end the process.
    request.on('error', reject);
    request.on('response', resolve);
    // Of a page that changes the protocol there is neither a response nor an error.
    request.on('upgrade', (_response, socket) => socket.destroy());
    request.on('close', () => reject(new Error('the connection was closed without an answer')));
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
