/** The formats of the reader for dates, times and ages alone: what every page has brings no names of metrics with it. */
import { useMemo } from 'react';
import { useFormatChoices } from './format-choices.ts';
import { useText } from './texts.ts';
import { createTimeFormats, viewerTimezone } from './time-formats.ts';

/** In the timezone of the browser. */
export function useTimeFormats(): ReturnType<typeof createTimeFormats> {
  const t = useText();
  const chosen = useFormatChoices();
  return useMemo(() => createTimeFormats(t, chosen, viewerTimezone()), [t, chosen]);
}
