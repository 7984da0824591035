/**
 * An error that no code caught ends the process, as it must where nobody knows what it harmed. One that came out of a single
 * request harmed that request: it is given up, and everybody else is served on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Millis } from '@picket/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';

interface RequestOwner {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** When its answer was finished or its connection closed, by the monotonic clock. */
  endedAt: Millis | null;
}

const owners = new AsyncLocalStorage<RequestOwner>();

/** What a request left behind fails soon after its answer; what fails later is something that lasts. */
const ATTRIBUTION_WINDOW: Millis = 10_000;
const MINUTE: Millis = 60_000;
/** So many in a minute are no accident of single requests: a fresh process is better than this one. */
const MAX_ERRORS_PER_MINUTE = 30;

/** Makes every request known to whatever it starts. Comes before all other hooks. */
export function attributeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const owner: RequestOwner = { request, reply, endedAt: null };
    reply.raw.once('close', () => {
      owner.endedAt = performance.now();
    });
    owners.run(owner, done);
  });
}

/** Runs what a request starts but many share (a batch, a loop): its errors are nobody's alone. */
export const runOutsideRequests = <T>(work: () => T): T => owners.exit(work);

/**
 * From now on an uncaught error of one request is logged with the request's id, answered with 500 (or its connection is
 * closed, where the answer has begun), and over. `onFatal` hears of every other one, and of the one too many.
 * Returns what ends it.
 */
export function containErrors(
  log: Log,
  onFatal: (error: unknown) => void,
  maxPerMinute = MAX_ERRORS_PER_MINUTE,
): () => void {
  let recent: Millis[] = [];
  const contain = (error: unknown): void => {
    const owner = owners.getStore();
    const now = performance.now();
    recent = [...recent.filter((at) => now - at < MINUTE), now];
    const isOver = owner !== undefined && owner.endedAt !== null && now - owner.endedAt > ATTRIBUTION_WINDOW;
    if (owner === undefined || isOver || recent.length > maxPerMinute) {
      onFatal(error);
      return;
    }
    owner.request.log.error(
      { err: error, method: owner.request.method, route: owner.request.routeOptions.url },
      'an error of one request was caught by nothing: the request is given up',
    );
    // Nothing that goes wrong here may come back as one more uncaught error.
    try {
      failRequest(owner, error);
    } catch (err) {
      log.error({ err }, 'a request could not be given up in order');
      owner.reply.raw.destroy();
    }
  };
  process.on('uncaughtException', contain);
  process.on('unhandledRejection', contain);
  return () => {
    process.off('uncaughtException', contain);
    process.off('unhandledRejection', contain);
  };
}

function failRequest({ reply, endedAt }: RequestOwner, error: unknown): void {
  if (endedAt !== null) return;
  if (reply.raw.headersSent || reply.sent) {
    if (!reply.raw.writableEnded) reply.raw.destroy();
    return;
  }
  reply.send(new AppError('internal', { cause: error }));
}
