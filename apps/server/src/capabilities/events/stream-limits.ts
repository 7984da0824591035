/** Limits on open event streams: per person, per wall display, per organization, per server process. */
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';

/** A browser opens one stream per tab. */
const MAX_PER_USER = 20;
/** A wall display is one page, which may reload before its old stream is known to be closed. */
const MAX_PER_DISPLAY = 5;
const MAX_PER_TENANT = 500;
const MAX_PER_SERVER = 2000;
const RETRY_AFTER_SECONDS = 30;

export interface StreamLimits {
  /** Counts one stream more; returns the function that releases it. Throws a 429 at a limit. */
  acquire(actor: UserActor): () => void;
}

export function createStreamLimits(): StreamLimits {
  const counts = new Map<string, number>();
  const listLimits = ({ guid, tenant, via }: UserActor): readonly (readonly [string, number, string])[] => [
    via.kind === 'display'
      ? [`display ${via.guid}`, MAX_PER_DISPLAY, 'This wall display']
      : [`person ${guid}`, MAX_PER_USER, 'You'],
    [`organization ${tenant}`, MAX_PER_TENANT, 'Your organization'],
    ['server', MAX_PER_SERVER, 'This server'],
  ];
  return {
    acquire: (actor) => {
      const limits = listLimits(actor);
      for (const [key, limit, subject] of limits)
        if ((counts.get(key) ?? 0) >= limit)
          throw new AppError('rateLimited', {
            message: `${subject} ${subject === 'You' ? 'have' : 'has'} ${limit} event streams open, which is the limit. Close one, or poll instead.`,
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
