/** What an error says where an earlier answer is still on screen. */
import type { ApiError } from '@picket/contracts/client';

/** Nobody answered (0), a proxy did instead of Picket, or it was asked too often: the next request is answered. */
const UNANSWERED: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/**
 * Returns the error to show: none where an answer is kept and the next one only did not come. The health check says on every page that
 * Picket does not answer; replacing what is shown would take the last values away, and forms with what was typed.
 */
export const errorBeside = (error: ApiError | undefined, hasResponse: boolean): ApiError | undefined =>
  error !== undefined && hasResponse && UNANSWERED.has(error.status) ? undefined : error;
