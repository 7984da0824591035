/** How the reader wants numbers, dates and times: from the profile, and as in the browser before somebody signed in. */
import type { TimeFormat, WeekStart } from '@picket/domain/languages';
import { useSyncExternalStore } from 'react';

export interface FormatChoices {
  readonly timeFormat: TimeFormat;
  readonly weekStart: WeekStart;
  readonly useCelsius: boolean;
}

let choices: FormatChoices = { timeFormat: 'auto', weekStart: 'auto', useCelsius: false };
const listeners = new Set<() => void>();

/** Takes the choices of the profile. Those that are the same already draw nothing again. */
export function setFormatChoices({ timeFormat, weekStart, useCelsius }: FormatChoices): void {
  const isSame =
    choices.timeFormat === timeFormat && choices.weekStart === weekStart && choices.useCelsius === useCelsius;
  if (isSame) return;
  choices = { timeFormat, weekStart, useCelsius };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useFormatChoices = (): FormatChoices => useSyncExternalStore(subscribe, () => choices);
