/** Saves a form and detects edit conflicts. */
import { useState } from 'react';
import { ApiError } from './api.ts';
import { type Submission, useSubmit } from './use-submit.ts';

/** Returns the precondition header: the server rejects the change if the resource changed since it was loaded. */
export const ifUnmodifiedSince = (resource: { readonly last_update_ts: string }) => ({
  'if-unmodified-since': resource.last_update_ts,
});

export const isEditConflict = (problem: unknown): boolean => problem instanceof ApiError && problem.status === 412;

/** `reload` fetches the current resource after a conflict. The input stays; saving again overwrites the other change. */
export function useSave<Args extends readonly unknown[] = []>(
  save: (...given: Args) => Promise<void>,
  reload: () => Promise<unknown>,
): Submission<Args> {
  return useSubmit(async (...given: Args) => {
    try {
      await save(...given);
    } catch (error) {
      if (isEditConflict(error)) await reload();
      throw error;
    }
  });
}

/**
 * Saves what an editor holds, based on the version that it was opened with (`last_update_ts`), whatever is loaded meanwhile. After a
 * conflict was shown, saving again overwrites the other change.
 */
export function useVersionedSave(
  version: string,
  save: (headers: Readonly<Record<string, string>>) => Promise<void>,
  reload: () => Promise<unknown>,
): Submission<[]> {
  const [openedWith, setOpenedWith] = useState<string | null>(version);
  return useSave(
    () => save(ifUnmodifiedSince({ last_update_ts: openedWith ?? version })),
    async () => {
      await reload();
      setOpenedWith(null);
    },
  );
}
