/** What screen readers announce of changes that nobody asked for and no toast shows. One region of the page carries it (ui/live-region.tsx). */
import { useSyncExternalStore } from 'react';

interface Announcement {
  readonly text: string;
  /** Counts up: the same text is said again only when it is announced again. */
  readonly id: number;
}

/** Long enough to be read; after that, who comes to the region would read what no longer holds. */
const KEPT_MS = 10_000;

let announcement: Announcement = { text: '', id: 0 };
const listeners = new Set<() => void>();

let emptying: ReturnType<typeof setTimeout> | undefined;

function show(text: string): void {
  announcement = { text, id: announcement.id + 1 };
  for (const listener of listeners) listener();
}

/** Says a text once, when nothing else is being read. */
export function announce(text: string): void {
  clearTimeout(emptying);
  emptying = setTimeout(() => show(''), KEPT_MS);
  show(text);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = (): Announcement => announcement;

export const useAnnouncement = (): Announcement => useSyncExternalStore(subscribe, current, current);
