/** The dialog that a sensitive change waits for (reauthentication.ts). */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadPart } from '../../lib/load-part.ts';
import { withMantine } from '../../ui/with-mantine.tsx';
import { subscribeConfirmation, waitingConfirmation } from './reauthentication.ts';

const ConfirmDialog = lazy(() => loadPart(() => withMantine(() => import('./confirm-dialog.tsx'))));

/** Rendered once, in the shell.  */
export function ConfirmIdentity() {
  const pending = useSyncExternalStore(subscribeConfirmation, waitingConfirmation);
  if (pending === null) return null;
  return (
    <Suspense>
      <ConfirmDialog onDone={pending} />
    </Suspense>
  );
}
