/**
 * Downloads: answers as long as they are, sent while they are read from the database.
 *
 * A reader who takes nothing for a while is cut off, one person has one at a time and an organization a few, and one that
 * fails half-way is reset: its reader sees an error, never a short file. Each server process counts for itself.
 */
import { finished, pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { UserActor } from './actor.ts';

/** Downloads of one organization at the same time. */
const MAX_PER_TENANT = 4;
const RETRY_AFTER_SECONDS = 10;
/** Sent after the last byte, as a trailer: how many lines the download has. What broke off has none; over HTTP/1.0 there is none. */
export const LINES_TRAILER = 'picket-lines';

/** Cuts off a reader who takes nothing for so long although there is something to take. */
export function dropStalledReader({ raw }: Pick<FastifyReply, 'raw'>, timeoutMs: number): void {
  raw.setTimeout(timeoutMs, () => {
    const waiting = raw.writableLength + (raw.socket?.writableLength ?? 0);
    // A reset: an end would wait for the reader like everything before it.
    if (waiting > 0) raw.socket?.resetAndDestroy();
  });
}

export interface Downloads {
  /** Sends what `make` answers. Throws `tooMany` while the person, or the organization, has enough of them. */
  send(actor: UserActor, reply: FastifyReply, open: () => Promise<Readable>): Promise<void>;
}

/** `timeoutMs`: how long a reader may take nothing. */
export function createDownloads(timeoutMs: number): Downloads {
  const users = new Set<string>();
  const tenants = new Map<string, number>();

  const acquireSlot = ({ guid, tenant }: UserActor): (() => void) => {
    const ofTenant = tenants.get(tenant) ?? 0;
    if (users.has(guid)) throw tooMany('You are downloading something already; wait until that is done');
    if (ofTenant >= MAX_PER_TENANT)
      throw tooMany(`Your organization has ${MAX_PER_TENANT} downloads under way; wait until one is done`);
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
        // A reset, not an end: without chunks (HTTP/1.0, as some proxies ask) an end would look like the last byte.
        if (error != null && raw.headersSent) raw.socket?.resetAndDestroy();
      });
      reply.send(counter);
    },
  };
}

const tooMany = (message: string): AppError =>
  new AppError('tooMany', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });

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
