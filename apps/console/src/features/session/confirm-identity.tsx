/**
 * Sensitive changes need a fresh proof of who one is. `withReauthentication` runs a call; where the server asks for the proof, it
 * opens the dialog below and tries again afterwards. Nothing typed on the page is lost with it.
 */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

let waiting: ((isConfirmed: boolean) => void) | null = null;
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

/** Runs `work`, after a proof of identity where one is needed. Rejects as `work` did when the person declines. */
export async function withReauthentication<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'reauthenticationRequired' || !(await requestConfirmation()))
      throw error;
    return work();
  }
}

/** Stands once in the shell. */
export function ConfirmIdentity() {
  const answer = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
  if (answer === null) return null;
  return (
    <Suspense>
      <ConfirmDialog onDone={answer} />
    </Suspense>
  );
}
