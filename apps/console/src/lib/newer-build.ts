/** Compares the build of the console on the server with the one that runs here. */
import { useSyncExternalStore } from 'react';
import { hasUnsavedChanges } from './unsaved-changes.ts';

const WRITTEN = document.querySelector('meta[name="build"]')?.getAttribute('content') ?? '';

/** The id of the build that runs here; null in development, where pages are not built. */
export const OWN_BUILD = WRITTEN === '' || WRITTEN.startsWith('__') ? null : WRITTEN;

let newer: string | null = null;
const listeners = new Set<() => void>();

/** Takes the build id from a response's header. */
export function reportServerBuild(build: string | null): void {
  const found = build === null || OWN_BUILD === null || build === OWN_BUILD ? null : build;
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

const RELOADED_FOR = 'picket-reloaded-for';

/**
 * Reloads the page, once for each build of the server, where a part of this one is missing: a newer console has replaced its files.
 * Returns whether it does. Not while a form has unsaved changes.
 */
export function reloadForNewerBuild(): boolean {
  if (newer === null || hasUnsavedChanges() || sessionStorage.getItem(RELOADED_FOR) === newer) return false;
  sessionStorage.setItem(RELOADED_FOR, newer);
  window.location.reload();
  return true;
}
