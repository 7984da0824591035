/** The texts of what Picket sends, and names that it stores, in the language of who reads it (docs/translations.md). */
import { LANGUAGES, type Language } from '@picket/domain/languages';
import { compileCatalog } from '@picket/i18n/compile';
import type { Catalog, Catalogs } from '@picket/i18n/messages';
import { SHARED_CATALOGS } from '@picket/i18n/shared-catalogs';
import type { SharedCatalogs } from '@picket/i18n/shared-texts';
import { createTranslator, type Translator } from '@picket/i18n/translator';
import germanMails from './de/mails.ts';
import germanMessages from './de/messages.ts';
import germanNames from './de/names.ts';
import mails from './en/mails.ts';
import messages from './en/messages.ts';
import names from './en/names.ts';

const english = { mails, messages, names };
type English = typeof english & SharedCatalogs;

/** The function `t`. */
export type ServerTexts = Translator<English>;

/** Region and format of numbers and times: the language alone is known. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

const CATALOGS: Readonly<Record<Language, { readonly [Name in keyof typeof english]: Catalog }>> = {
  en: english,
  de: { mails: germanMails, messages: germanMessages, names: germanNames },
};

function load(language: Language): ServerTexts {
  const catalogs: Catalogs = { ...SHARED_CATALOGS[language], ...CATALOGS[language] };
  return createTranslator<English, string>({
    locale: LOCALES[language],
    catalogs: Object.fromEntries(
      Object.entries(catalogs).map(([name, catalog]) => [name, compileCatalog(catalog)] as const),
    ),
    join: (parts) => parts.join(''),
    // Cannot be: the types of the catalogs ask for every key. A message with its key is better than none.
    onMissing: () => undefined,
  });
}

const TEXTS = new Map(LANGUAGES.map((language) => [language, load(language)] as const));

/** The texts of a language. */
export const textsIn = (language: Language): ServerTexts => TEXTS.get(language) ?? load(language);
