/** Saving a form that somebody else may have saved meanwhile. */
import { ApiError } from './api.ts';
import { type Submission, useSubmit } from './use-submit.ts';

/** Sent with a change: it is refused if the thing is not as it was loaded. */
export const ifUnmodifiedSince = (resource: { readonly last_update_ts: string }) => ({
  'if-unmodified-since': resource.last_update_ts,
});

export const isEditConflict = (problem: unknown): boolean => problem instanceof ApiError && problem.status === 412;

/** `reload` fetches the thing as it is now; what was typed stays, and is saved over it the next time. */
export function useSave(save: () => Promise<void>, reload: () => Promise<unknown>): Submission<[]> {
  return useSubmit(async () => {
    try {
      await save();
    } catch (error) {
      if (isEditConflict(error)) await reload();
      throw error;
    }
  });
}
