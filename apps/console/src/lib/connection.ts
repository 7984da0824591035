/** The state of the live updates: set by the stream, shown by the bar and by the wall display. */
import { useSyncExternalStore } from 'react';

export type Connection = 'connecting' | 'live' | 'interrupted';

let connection: Connection = 'connecting';
const listeners = new Set<() => void>();

/** Called by the stream alone. */
export function setConnection(next: Connection): void {
  connection = next;
  for (const each of listeners) each();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);
