/** The formats of the reader: those of the profile, and of the browser before somebody signed in. */
import { useMemo } from 'react';
import { useFormatChoices } from './format-choices.ts';
import { createFormats, type Formats, viewerTimezone } from './formats.ts';
import { useText } from './texts.ts';

/** `timezone`: of the location whose times are shown; that of the browser unless given. */
export function useFormats(timezone: string = viewerTimezone()): Formats {
  const t = useText();
  const chosen = useFormatChoices();
  return useMemo(() => createFormats(t, chosen, timezone), [t, chosen, timezone]);
}
