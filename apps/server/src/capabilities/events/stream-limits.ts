/**
 * Limits on open event streams: per person, per wall display, per organization, per server process.
 *
 * A page that has lost its connection opens another one, and the one before counts until the network gives it up, after a quarter of an
 * hour: a tablet that changes access points would be refused. So the oldest stream of a person or display makes room for another one.
 */
import { type Phrase, phrase } from '@picket/domain/phrases';
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';

/** A browser opens one stream per tab. */
const MAX_PER_USER = 20;
/** A wall display is one page, which may reload before its old stream is known to be closed. */
const MAX_PER_DISPLAY = 5;
const MAX_PER_TENANT = 500;
const MAX_PER_SERVER = 2000;
const RETRY_AFTER_SECONDS = 30;
/** A younger one is not ended: pages that are all alive would end each other's without end. */
const REPLACED_AFTER: Millis = 60_000;

const STREAMS_OF_DISPLAY = phrase(
  'This wall display has {limit} event streams open, which is the limit. Close one, or poll instead.',
  { limit: MAX_PER_DISPLAY },
);
const OWN_STREAMS = phrase('You have {limit} event streams open, which is the limit. Close one, or poll instead.', {
  limit: MAX_PER_USER,
});
const STREAMS_OF_TENANT = phrase(
  'Your organization has {limit} event streams open, which is the limit. Close one, or poll instead.',
  { limit: MAX_PER_TENANT },
);
const STREAMS_OF_SERVER = phrase(
  'This server has {limit} event streams open, which is the limit. Close one, or poll instead.',
  { limit: MAX_PER_SERVER },
);

interface Counted {
  readonly since: Millis;
  /** Ends the stream; it has released what it counts for. */
  readonly replace: () => void;
}

export interface StreamLimits {
  /** Counts one stream more; returns the function that releases it. `end` makes room for another stream. Throws a 429 at a limit. */
  acquire(actor: UserActor, end: () => void): () => void;
}

/** `steady`: a time that is never set. */
export function createStreamLimits(steady: () => Millis): StreamLimits {
  /** The oldest first. */
  const open = new Map<string, Set<Counted>>();
  const listLimits = ({ guid, tenant, via }: UserActor): readonly (readonly [string, number, Phrase])[] => [
    via.kind === 'display'
      ? [`display ${via.guid}`, MAX_PER_DISPLAY, STREAMS_OF_DISPLAY]
      : [`person ${guid}`, MAX_PER_USER, OWN_STREAMS],
    [`organization ${tenant}`, MAX_PER_TENANT, STREAMS_OF_TENANT],
    ['server', MAX_PER_SERVER, STREAMS_OF_SERVER],
  ];
  const countOf = (key: string): number => open.get(key)?.size ?? 0;
  const makeRoom = ([key, limit]: readonly [string, number, Phrase]): void => {
    const [oldest] = open.get(key) ?? [];
    if (oldest !== undefined && countOf(key) >= limit && steady() - oldest.since >= REPLACED_AFTER) oldest.replace();
  };
  return {
    acquire: (actor, end) => {
      const limits = listLimits(actor);
      const [own] = limits;
      if (own !== undefined) makeRoom(own);
      for (const [key, limit, message] of limits)
        if (countOf(key) >= limit)
          throw new AppError('rateLimited', {
            message,
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          });
      const release = (): void => {
        for (const [key] of limits) {
          const counted = open.get(key);
          counted?.delete(stream);
          if (counted?.size === 0) open.delete(key);
        }
      };
      const stream: Counted = {
        since: steady(),
        replace: () => {
          release();
          end();
        },
      };
      for (const [key] of limits) open.set(key, (open.get(key) ?? new Set()).add(stream));
      return release;
    },
  };
}
