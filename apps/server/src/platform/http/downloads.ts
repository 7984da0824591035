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
const MOST_PER_ORGANIZATION = 4;
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
  send(actor: UserActor, reply: FastifyReply, make: () => Promise<Readable>): Promise<void>;
}

/** `timeoutMs`: how long a reader may take nothing. */
export function createDownloads(timeoutMs: number): Downloads {
  const people = new Set<string>();
  const organizations = new Map<string, number>();

  const begin = ({ guid, tenant }: UserActor): (() => void) => {
    const ofOrganization = organizations.get(tenant) ?? 0;
    if (people.has(guid)) throw tooMany('You are downloading something already; wait until that is done');
    if (ofOrganization >= MOST_PER_ORGANIZATION)
      throw tooMany(`Your organization has ${MOST_PER_ORGANIZATION} downloads under way; wait until one is done`);
    people.add(guid);
    organizations.set(tenant, ofOrganization + 1);
    return () => {
      people.delete(guid);
      const left = (organizations.get(tenant) ?? 1) - 1;
      if (left === 0) organizations.delete(tenant);
      else organizations.set(tenant, left);
    };
  };

  return {
    send: async (actor, reply, make) => {
      const end = begin(actor);
      const { raw } = reply;
      finished(raw, end);
      dropStalledReader(reply, timeoutMs);
      const source = await make();
      const { meter, lines } = createLineMeter();
      // HTTP/1.0 knows no chunks, and with them no trailers: the file ends with the connection.
      if (reply.request.raw.httpVersion !== '1.0')
        reply.trailer(LINES_TRAILER, (_reply, _payload, done) => done(null, String(lines())));
      pipeline(source, meter, (error) => {
        // A reset, not an end: without chunks (HTTP/1.0, as some proxies ask) an end would look like the last byte.
        if (error != null && raw.headersSent) raw.socket?.resetAndDestroy();
      });
      reply.send(meter);
    },
  };
}

const tooMany = (message: string): AppError =>
  new AppError('tooMany', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });

const NEWLINE = 10;

function createLineMeter(): { readonly meter: Transform; readonly lines: () => number } {
  let lines = 0;
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { meter, lines: () => lines };
}
