/** Compares the build of the console on the server with the one that runs here. */
import { useSyncExternalStore } from 'react';

/** Empty in development, where pages are not built. */
const OWN = document.querySelector('meta[name="build"]')?.getAttribute('content') ?? '';

let newer: string | null = null;
const listeners = new Set<() => void>();

/** Takes the build id from a response's header. */
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

/** Returns the id of the newer build on the server; null: this one is current. */
export const useNewerBuild = (): string | null => useSyncExternalStore(subscribe, () => newer);
