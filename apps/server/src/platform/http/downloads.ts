/**
 * Downloads: long responses, streamed from the database.
 *
 * A stalled reader is disconnected. A user has one download at a time, an organization a few. A download that fails half-way is
 * reset: its reader sees an error, never a short file. Each server process counts for itself.
 */

import { finished, pipeline, type Readable, Transform } from 'node:stream';
import { phrase, type Sentence } from '@picket/domain/phrases';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { UserActor } from './actor.ts';

/** Downloads of one organization at the same time. */
const MAX_PER_TENANT = 4;
const RETRY_AFTER_SECONDS = 10;
/** A failed download has this long to respond with a status. */
const STATUS_WITHIN_MS = 1000;
/** Sent after the last byte, as a trailer: the number of lines, so that a reader can detect a truncated file. Not over HTTP/1.0. */
export const LINES_TRAILER = 'picket-lines';

/** Disconnects a reader that makes no progress for this long although data is waiting. */
export function dropStalledReader({ raw }: Pick<FastifyReply, 'raw'>, timeoutMs: number): void {
  raw.setTimeout(timeoutMs, () => {
    const waiting = raw.writableLength + (raw.socket?.writableLength ?? 0);
    // A reset: an end would wait for the reader like everything before it.
    if (waiting > 0) raw.socket?.resetAndDestroy();
  });
}

export interface Downloads {
  /** Sends the stream that `open` returns. Throws `rateLimited` while the user or the organization has reached the limit. */
  send(actor: UserActor, reply: FastifyReply, open: () => Promise<Readable>): Promise<void>;
}

/** `timeoutMs`: how long a reader may make no progress. */
export function createDownloads(timeoutMs: number): Downloads {
  const users = new Set<string>();
  const tenants = new Map<string, number>();

  const acquireSlot = ({ guid, tenant }: UserActor): (() => void) => {
    const ofTenant = tenants.get(tenant) ?? 0;
    if (users.has(guid)) throw rateLimited('You are already downloading something; wait until that is done');
    if (ofTenant >= MAX_PER_TENANT)
      throw rateLimited(
        phrase('Your organization has {limit} downloads in progress; wait until one is done', {
          limit: MAX_PER_TENANT,
        }),
      );
    users.add(guid);
    tenants.set(tenant, ofTenant + 1);
    return () => {
      users.delete(guid);
      const left = (tenants.get(tenant) ?? 1) - 1;
      if (left === 0) tenants.delete(tenant);
      else tenants.set(tenant, left);
    };
  };

  return {
    send: async (actor, reply, open) => {
      const releaseSlot = acquireSlot(actor);
      const { raw } = reply;
      finished(raw, releaseSlot);
      dropStalledReader(reply, timeoutMs);
      const source = await open();
      const { counter, lines } = createLineCounter();
      // HTTP/1.0 knows no chunks, and with them no trailers: the file ends with the connection.
      if (reply.request.raw.httpVersion !== '1.0')
        reply.trailer(LINES_TRAILER, (_reply, _payload, done) => done(null, String(lines())));
      pipeline(source, counter, (error) => {
        if (error != null) failResponse(reply);
      });
      reply.send(counter);
    },
  };
}

/**
 * Ends a response whose source failed. A reset, not an end: without chunks (HTTP/1.0, as some proxies ask) an end would look like
 * the last byte. Where nothing was sent yet there is time for a status; a compressor that was just being attached swallows the
 * error, and then nobody else would ever end the response.
 */
function failResponse({ raw }: Pick<FastifyReply, 'raw'>): void {
  const reset = (): void => {
    if (!raw.writableEnded) raw.socket?.resetAndDestroy();
  };
  if (raw.headersSent) reset();
  else setTimeout(reset, STATUS_WITHIN_MS).unref();
}

const rateLimited = (message: Sentence): AppError =>
  new AppError('rateLimited', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });

const NEWLINE = 10;

function createLineCounter(): { readonly counter: Transform; readonly lines: () => number } {
  let lines = 0;
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { counter: meter, lines: () => lines };
}
