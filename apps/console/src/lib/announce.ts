/** What is said to screen readers about changes that nobody asked for. Two regions of the page carry it (ui/live-regions.tsx). */
import { useSyncExternalStore } from 'react';

/** assertive: interrupts what is being read. For critical alerts alone. */
export type Urgency = 'polite' | 'assertive';

export interface Announcement {
  readonly text: string;
  /** Counts up: the same text is said again only when it is announced again. */
  readonly id: number;
}

type Announcements = Readonly<Record<Urgency, Announcement>>;

const NOTHING: Announcement = { text: '', id: 0 };

let announcements: Announcements = { polite: NOTHING, assertive: NOTHING };
const listeners = new Set<() => void>();

export function announce(text: string, urgency: Urgency = 'polite'): void {
  announcements = { ...announcements, [urgency]: { text, id: announcements[urgency].id + 1 } };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useAnnouncements = (): Announcements => useSyncExternalStore(subscribe, () => announcements);
