import { useState } from 'react';
import { showErrorToast } from './toasts.ts';

/** An action of a button: `run` resolves when it is over; an error is shown in a toast. */
export function useAction(action: () => Promise<void>): { readonly busy: boolean; readonly run: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
