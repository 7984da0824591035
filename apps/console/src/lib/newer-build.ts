/** Which build of the console the server has, against the one that runs here. */
import { useSyncExternalStore } from 'react';

/** Empty in development, where pages are not built. */
const OWN = document.querySelector('meta[name="build"]')?.getAttribute('content') ?? '';

let newer: string | null = null;
const listeners = new Set<() => void>();

/** What an answer of the server said of its console. */
export function reportServerBuild(build: string | null): void {
  const found = build === null || OWN === '' || OWN.startsWith('__') || build === OWN ? null : build;
  if (found === newer) return;
  newer = found;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Names the newer build the server has; null: this is it. */
export const useNewerBuild = (): string | null => useSyncExternalStore(subscribe, () => newer);
