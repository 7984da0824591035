/**
 * Sensitive changes require a recent authentication. `withReauthentication` runs a call; if the server requires it, the
 * dialog below opens and the call is repeated. Form input is kept.
 */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api.ts';
import { loadPart } from '../../lib/load-part.ts';
import { withMantine } from '../../ui/with-mantine.tsx';

const ConfirmDialog = lazy(() => loadPart(() => withMantine(() => import('./confirm-dialog.tsx'))));

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

/** Runs `work`, with reauthentication if required. Rejects with the error of `work` when the user cancels. */
export async function withReauthentication<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'reauthenticationRequired' || !(await requestConfirmation()))
      throw error;
    return work();
  }
}

/** Rendered once, in the shell.  */
export function ConfirmIdentity() {
  const pending = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
  if (pending === null) return null;
  return (
    <Suspense>
      <ConfirmDialog onDone={pending} />
    </Suspense>
  );
}
