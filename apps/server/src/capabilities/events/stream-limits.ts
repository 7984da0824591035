/** Limits on open event streams: per person, per wall display, per organization, per server process. */
import { type Phrase, phrase } from '@picket/domain/phrases';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';

/** A browser opens one stream per tab. */
const MAX_PER_USER = 20;
/** A wall display is one page, which may reload before its old stream is known to be closed. */
const MAX_PER_DISPLAY = 5;
const MAX_PER_TENANT = 500;
const MAX_PER_SERVER = 2000;
const RETRY_AFTER_SECONDS = 30;

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

export interface StreamLimits {
  /** Counts one stream more; returns the function that releases it. Throws a 429 at a limit. */
  acquire(actor: UserActor): () => void;
}

export function createStreamLimits(): StreamLimits {
  const counts = new Map<string, number>();
  const listLimits = ({ guid, tenant, via }: UserActor): readonly (readonly [string, number, Phrase])[] => [
    via.kind === 'display'
      ? [`display ${via.guid}`, MAX_PER_DISPLAY, STREAMS_OF_DISPLAY]
      : [`person ${guid}`, MAX_PER_USER, OWN_STREAMS],
    [`organization ${tenant}`, MAX_PER_TENANT, STREAMS_OF_TENANT],
    ['server', MAX_PER_SERVER, STREAMS_OF_SERVER],
  ];
  return {
    acquire: (actor) => {
      const limits = listLimits(actor);
      for (const [key, limit, message] of limits)
        if ((counts.get(key) ?? 0) >= limit)
          throw new AppError('rateLimited', {
            message,
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          });
      for (const [key] of limits) counts.set(key, (counts.get(key) ?? 0) + 1);
      return () => {
        for (const [key] of limits) {
          const left = (counts.get(key) ?? 1) - 1;
          if (left === 0) counts.delete(key);
          else counts.set(key, left);
        }
      };
    },
  };
}
