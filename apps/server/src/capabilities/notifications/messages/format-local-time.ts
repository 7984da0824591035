/** Times in words, in the language of the message and the time zone of the location. */
import type { Language } from '@picket/domain/languages';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-CH' };

/** Day and time, with the zone. */
export function localTime(at: number, timezone: string, language: Language): string {
  const text = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(at);
  return text.replaceAll(/[\u00a0\u202f]/gu, ' ');
}

/** Day of the week, day and month. */
export const localDate = (at: number, timezone: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
  }).format(at);
