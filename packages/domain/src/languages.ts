/** The languages of the console and of messages. To add one, add a row here and its folders of texts (docs/translations.md). */
import { namesOf } from './kind-table.ts';

/** Each language by its own name. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = namesOf(LANGUAGE_NAMES);

/** The language of texts that nobody chose a language for. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Returns the language of a BCP 47 tag such as `de-CH`, or null. */
export const languageOfTag = (tag: string): Language | null =>
  LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language) ?? null;

/** How clocks are shown; `auto`: as the region of the browser has it. */
export const TIME_FORMATS = ['auto', '24h', '12h'] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];

/** The first day of a week; `auto`: as the region of the browser has it. */
export const WEEK_STARTS = ['auto', 'monday', 'sunday', 'saturday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];
