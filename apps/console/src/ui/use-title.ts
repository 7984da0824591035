/** The title and icon of the browser tab; both show whether alerts are unacknowledged. */
import { useEffect, useSyncExternalStore } from 'react';

let unacknowledgedCount = 0;
const listeners = new Set<() => void>();

/** Sets the number of unacknowledged alerts. */
export function setUnacknowledgedCount(count: number): void {
  if (count === unacknowledgedCount) return;
  unacknowledgedCount = count;
  for (const each of listeners) each();
  updateFavicon(count > 0);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useTitle(title: string): void {
  const count = useSyncExternalStore(subscribe, () => unacknowledgedCount);
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} · Picket`;
  }, [title, count]);
}

const DEFAULT_ICON = '/favicon.svg';
const ALERT_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="none" stroke="#0f6b66" stroke-width="2" stroke-linejoin="round"><path d="M4 18V6l6-4 6 4v12M4 10h12M10 2v16"/><circle cx="15" cy="5" r="5" fill="#d3342a" stroke="#fff" stroke-width="1.4"/></svg>',
)}`;

function updateFavicon(isMarked: boolean): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', isMarked ? ALERT_ICON : DEFAULT_ICON);
}
