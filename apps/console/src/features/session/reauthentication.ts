/**
 * Sensitive changes require a recent authentication. `withReauthentication` runs a call; if the server requires it, the dialog of
 * confirm-identity.tsx opens and the call is repeated. Form input is kept.
 */
import { ApiError } from '@picket/contracts/client';
import { forgetWithOwner } from '../../lib/owner-memory.ts';

let waiting: ((isConfirmed: boolean) => void) | null = null;
/** How many users this page has had. */
let owners = 0;
const listeners = new Set<() => void>();

function setWaiting(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

const requestConfirmation = (): Promise<boolean> =>
  new Promise((resolve) => {
    setWaiting((isConfirmed) => {
      setWaiting(null);
      resolve(isConfirmed);
    });
  });

// The next user of this page must not be asked to confirm what the one before began: it would be done as the next.
forgetWithOwner(() => {
  owners += 1;
  waiting?.(false);
});

/**
 * Runs `work`, with reauthentication if required. Rejects with the error of `work` when the user cancels, and when somebody else is
 * signed in meanwhile.
 */
export async function withReauthentication<Result>(work: () => Promise<Result>): Promise<Result> {
  const owner = owners;
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'reauthenticationRequired' || owner !== owners) throw error;
    if (!(await requestConfirmation()) || owner !== owners) throw error;
    return work();
  }
}

/** Closes the dialog with whether the user has confirmed; null: nothing waits for that. */
export const waitingConfirmation = (): typeof waiting => waiting;

export function subscribeConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
