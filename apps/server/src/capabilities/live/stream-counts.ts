/** How many event streams there are: of a person, of a wall display, of an organization, of this server process. */
import { AppError, type UserActor } from '../../platform/index.ts';

/** A person's browsers hold one a tab. */
const MOST_PER_PERSON = 20;
/** A wall display is one page, which may be loaded anew before its old stream is known to be gone. */
const MOST_PER_DISPLAY = 5;
const MOST_PER_ORGANIZATION = 500;
const MOST = 2000;
const RETRY_AFTER_SECONDS = 30;

export interface StreamCounts {
  /** Counts one more; answers the call that takes it off again. Throws `tooMany`. */
  take(actor: UserActor): () => void;
}

export function createStreamCounts(): StreamCounts {
  const counts = new Map<string, number>();
  const limitsOf = ({ guid, tenant, via }: UserActor): readonly (readonly [string, number, string])[] => [
    via.kind === 'display'
      ? [`display ${via.guid}`, MOST_PER_DISPLAY, 'This wall display']
      : [`person ${guid}`, MOST_PER_PERSON, 'You'],
    [`organization ${tenant}`, MOST_PER_ORGANIZATION, 'Your organization'],
    ['server', MOST, 'This server'],
  ];
  return {
    take: (actor) => {
      const limits = limitsOf(actor);
      for (const [key, most, who] of limits)
        if ((counts.get(key) ?? 0) >= most)
          throw new AppError('tooMany', {
            message: `${who} ${who === 'You' ? 'have' : 'has'} ${most} event streams open; close one, or ask for what is new instead`,
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
