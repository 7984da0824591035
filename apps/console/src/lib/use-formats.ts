/** The formats of the reader: those of the profile, and of the browser before somebody signed in. */
import { type FormatChoices, useFormatChoices } from './format-choices.ts';
import { createFormats, type Formats, viewerTimezone } from './formats.ts';
import { type Translator, useText } from './texts.ts';

/** Those of the language and the choices used last, by zone: a list of locations asks for the same ones hundreds of times. */
let kept: { readonly t: Translator; readonly choices: FormatChoices; readonly byZone: Map<string, Formats> } | null =
  null;

function formatsOf(t: Translator, choices: FormatChoices, timezone: string): Formats {
  if (kept === null || kept.t !== t || kept.choices !== choices) kept = { t, choices, byZone: new Map() };
  const formats = kept.byZone.get(timezone) ?? createFormats(t, choices, timezone);
  kept.byZone.set(timezone, formats);
  return formats;
}

/** `timezone`: of the location whose times are shown; that of the browser unless given. */
export function useFormats(timezone: string = viewerTimezone()): Formats {
  return formatsOf(useText(), useFormatChoices(), timezone);
}
