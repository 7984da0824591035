/**
 * Whether Picket can be used from here, as the last health check found it. `checkService` alone writes it (service-check.ts); the app
 * and everything that loads something later read it.
 */
import { useSyncExternalStore } from 'react';
import { currentTime } from './now.ts';

export interface AnnouncedDowntime {
  readonly startTime: string;
  readonly context: string;
}

export type ServiceState =
  | { readonly state: 'up' }
  /** Something answers, and says that Picket cannot be used: the maintenance page replaces the console. */
  | { readonly state: 'down'; readonly announced: AnnouncedDowntime | null }
  /** Nothing answers: the console keeps what it shows. */
  | { readonly state: 'offline'; readonly lastResponseAt: number };

let current: ServiceState = { state: 'up' };
let respondedAt = currentTime();
/** No answer has come to this page yet: what it shows is from an earlier visit. */
let isFromEarlierVisit: boolean | null = null;
/** null: nothing of an earlier visit is shown. */
let oldestShownAt: number | null = null;
const listeners = new Set<() => void>();

/** Called where the server itself has certainly answered: its health check and its event stream. */
export function noteResponse(): void {
  respondedAt = currentTime();
  isFromEarlierVisit = false;
}

/** Called when another page is opened: it requests what it shows itself. */
export function notePageChange(): void {
  oldestShownAt = null;
}

/**
 * Called when an answer of an earlier visit is used, because nothing has answered this page yet. `at`: when it was given. `isShown`: it is
 * something that the page shows, whose age counts.
 */
export function noteKeptResponse(at: number, isShown: boolean): void {
  if (isFromEarlierVisit === false) return;
  isFromEarlierVisit = true;
  if (isShown) oldestShownAt = Math.min(oldestShownAt ?? at, at);
  respondedAt = oldestShownAt ?? at;
  if (current.state !== 'offline' || current.lastResponseAt === respondedAt) return;
  current = { state: 'offline', lastResponseAt: respondedAt };
  for (const listener of listeners) listener();
}

/** Whether the server itself has answered this page. */
export const hasResponded = (): boolean => isFromEarlierVisit === false;

/** Milliseconds; at first when the page was opened. */
export const lastResponseAt = (): number => respondedAt;

export const serviceState = (): ServiceState => current;

export function setServiceState(next: ServiceState): void {
  if (current.state === next.state && next.state !== 'down') return;
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useServiceState = (): ServiceState => useSyncExternalStore(subscribe, serviceState);

/** Resolves once Picket can be used; at once where it can be. */
export function untilUp(): Promise<void> {
  return new Promise((resolve) => {
    const resolveIfUp = (): void => {
      if (current.state !== 'up') return;
      listeners.delete(resolveIfUp);
      resolve();
    };
    listeners.add(resolveIfUp);
    resolveIfUp();
  });
}
