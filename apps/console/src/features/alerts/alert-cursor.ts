/** The instant that a clip on an alert's page shows: the timeline highlights what happened by then, and its times lead there. */
import { useSyncExternalStore } from 'react';

/** In milliseconds since 1970. */
export interface AlertCursor {
  readonly at: number;
  /** What the clip covers. */
  readonly from: number;
  readonly to: number;
  readonly seek: (at: number) => void;
}

let current: AlertCursor | null = null;
const listeners = new Set<() => void>();

export function setAlertCursor(cursor: AlertCursor | null): void {
  current = cursor;
  for (const listener of listeners) listener();
}

/** null: no clip is shown. */
export const useAlertCursor = (): AlertCursor | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
