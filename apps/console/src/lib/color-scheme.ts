/**
 * Light or dark: as chosen in the profile, as this browser knows it before anybody is signed in, or as the device has it. Set on the
 * page as soon as this module is loaded, for tokens.css and the styles of the component library.
 */
import { useSyncExternalStore } from 'react';
import {
  type ColorScheme,
  choiceOf,
  deviceScheme,
  SCHEME_KEY,
  type SchemeChoice,
  schemeOf,
  storedChoice,
} from './stored-scheme.ts';

const listeners = new Set<() => void>();

let choice = storedChoice();

const currentScheme = (): ColorScheme => schemeOf(choice);

function show(): void {
  document.documentElement.dataset.mantineColorScheme = currentScheme();
  for (const listener of listeners) listener();
}

show();
deviceScheme.addEventListener('change', show);
// Another tab has changed it.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== SCHEME_KEY) return;
  choice = choiceOf(newValue);
  show();
});

/** Shows the console in this scheme, and keeps it for the next visit of this browser. */
export function setColorScheme(next: SchemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(SCHEME_KEY, next);
  } catch {
    // Where nothing can be stored, it lasts until the page is reloaded.
  }
  show();
}

/** The scheme that is shown. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentScheme);
}
