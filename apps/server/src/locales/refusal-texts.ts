/** Refusals in the language of who reads them; the English sentence is the key (decision 57). */
import type { Language } from '@picket/domain/languages';
import { Phrase, type Sentence } from '@picket/domain/phrases';
import { type CompiledCatalog, compileCatalog } from '@picket/i18n/compile';
import type { Catalog } from '@picket/i18n/messages';
import { SHARED_REFUSALS, type TranslatedLanguage } from '@picket/i18n/refusals';
import { formatCompiled } from '@picket/i18n/translator';
import german from './de/refusals.ts';
import { LOCALES } from './server-texts.ts';

/** What the server itself says. */
export const OWN_REFUSALS: Readonly<Record<TranslatedLanguage, Catalog>> = { de: german };

const compile = (language: TranslatedLanguage): ReadonlyMap<string, CompiledCatalog[string]> =>
  new Map(Object.entries(compileCatalog({ ...SHARED_REFUSALS[language], ...OWN_REFUSALS[language] })));

/** By language, then by the English sentence. */
const COMPILED: Readonly<Record<TranslatedLanguage, ReturnType<typeof compile>>> = { de: compile('de') };

/** A sentence that no translation has stays English. */
export function refusalIn(language: Language, sentence: Sentence): string {
  const english = String(sentence);
  if (language === 'en') return english;
  const compiled = COMPILED[language];
  const message = compiled.get(english) ?? (sentence instanceof Phrase ? compiled.get(sentence.template) : undefined);
  if (message === undefined) return english;
  return formatCompiled(message, LOCALES[language], sentence instanceof Phrase ? sentence.values : {});
}
