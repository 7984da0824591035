/** What screen readers announce of changes that nobody asked for and no toast shows. One region of the page carries it (ui/live-region.tsx). */
import { useSyncExternalStore } from 'react';

interface Announcement {
  readonly text: string;
  /** Counts up: the same text is said again only when it is announced again. */
  readonly id: number;
}

let announcement: Announcement = { text: '', id: 0 };
const listeners = new Set<() => void>();

/** Says a text once, when nothing else is being read. */
export function announce(text: string): void {
  announcement = { text, id: announcement.id + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useAnnouncement = (): Announcement => useSyncExternalStore(subscribe, () => announcement);
