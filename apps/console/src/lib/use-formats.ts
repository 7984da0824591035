/** The formats of the reader: those of the profile, and of the browser before somebody signed in. */
import { useMemo, useSyncExternalStore } from 'react';
import { createFormats, type FormatChoices, type Formats, viewerTimezone } from './formats.ts';
import { useText } from './texts.ts';

let choices: FormatChoices = { timeFormat: 'auto', weekStart: 'auto', useCelsius: false };
const listeners = new Set<() => void>();

/** Takes the choices of the profile. */
export function setFormatChoices(next: FormatChoices): void {
  choices = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `timezone`: of the location whose times are shown; that of the browser unless given. */
export function useFormats(timezone: string = viewerTimezone()): Formats {
  const t = useText();
  const chosen = useSyncExternalStore(subscribe, () => choices);
  return useMemo(() => createFormats(t, chosen, timezone), [t, chosen, timezone]);
}
