/**
 * Light or dark: as chosen in the profile, as this browser knows it before anybody is signed in, or as the device has it. Set on the
 * page as soon as this module is loaded, for tokens.css and the styles of the component library.
 */
import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';
type Choice = ColorScheme | 'auto';

/** The name that the component library gave it: what was chosen stays. */
const KEY = 'mantine-color-scheme-value';
const CHOICES: readonly Choice[] = ['light', 'dark', 'auto'];

const device = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const choiceOf = (text: string | null): Choice => CHOICES.find((one) => one === text) ?? 'auto';

function storedChoice(): Choice {
  try {
    return choiceOf(localStorage.getItem(KEY));
  } catch {
    return 'auto';
  }
}

let choice = storedChoice();

const currentScheme = (): ColorScheme => (choice === 'auto' ? (device.matches ? 'dark' : 'light') : choice);

function show(): void {
  document.documentElement.dataset.mantineColorScheme = currentScheme();
  for (const listener of listeners) listener();
}

show();
device.addEventListener('change', show);
// Another tab has changed it.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== KEY) return;
  choice = choiceOf(newValue);
  show();
});

/** Shows the console in this scheme, and keeps it for the next visit of this browser. */
export function setColorScheme(next: Choice): void {
  choice = next;
  try {
    localStorage.setItem(KEY, next);
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
