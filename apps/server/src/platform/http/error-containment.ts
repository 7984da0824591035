/**
 * Uncaught errors. One of a single request fails that request only, and the process continues; any other ends the process, since
 * its state is unknown.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Millis } from '@picket/domain/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Log } from '../logging/log.ts';

interface RequestOwner {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** When its answer was finished or its connection closed, by the monotonic clock. */
  endedAt: Millis | null;
}

const owners = new AsyncLocalStorage<RequestOwner>();

/** Errors of a request's leftovers come soon after its response; later ones belong to something long-lived. */
const ATTRIBUTION_WINDOW: Millis = 10_000;
const MINUTE: Millis = 60_000;
/** More per minute than this are no accident of single requests: a new process is better. */
const MAX_ERRORS_PER_MINUTE = 30;

/** Attributes everything a request starts to the request. Has to be the first hook. */
export function attributeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const owner: RequestOwner = { request, reply, endedAt: null };
    reply.raw.once('close', () => {
      owner.endedAt = performance.now();
    });
    owners.run(owner, done);
  });
}

/** Runs what a request starts but many share (a batch, a loop), unattributed. */
export const runOutsideRequests = <T>(work: () => T): T => owners.exit(work);

/**
 * From now on an uncaught error of a request is logged with the request's id and answered with 500 (or its connection is
 * closed, where the response has begun). `onFatal` gets every other one, and the one over the limit.
 * Returns the function that stops this.
 */
export function containErrors(
  log: Log,
  onFatal: (error: unknown) => void,
  maxPerMinute = MAX_ERRORS_PER_MINUTE,
): () => void {
  let recentErrorTimes: Millis[] = [];
  const contain = (error: unknown): void => {
    const owner = owners.getStore();
    const now = performance.now();
    recentErrorTimes = [...recentErrorTimes.filter((at) => now - at < MINUTE), now];
    const isOver = owner !== undefined && owner.endedAt !== null && now - owner.endedAt > ATTRIBUTION_WINDOW;
    if (owner === undefined || isOver || recentErrorTimes.length > maxPerMinute) {
      onFatal(error);
      return;
    }
    owner.request.log.error(
      { err: error, method: owner.request.method, route: owner.request.routeOptions.url },
      'uncaught error of a request, failing the request',
    );
    // An error here must not become another uncaught error.
    try {
      failRequest(owner, error);
    } catch (err) {
      log.error({ err }, 'request could not be failed cleanly, closing its connection');
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
