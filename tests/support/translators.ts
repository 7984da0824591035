/** Translators with all texts of a language; for tests of functions that return texts. A key without a text throws. */
import type { Language } from '@picket/domain/languages';
import { compileCatalog } from '@picket/i18n/compile';
import type { Catalog, Catalogs } from '@picket/i18n/messages';
import { SHARED_CATALOGS } from '@picket/i18n/shared-catalogs';
import type { SharedTexts } from '@picket/i18n/shared-texts';
import { createTranslator } from '@picket/i18n/translator';
import type { Translator } from '../../apps/console/src/lib/texts.ts';
import { english } from '../../apps/console/src/locales/english.ts';

const compiled = (catalogs: Catalogs) =>
  Object.fromEntries(Object.entries(catalogs).map(([name, catalog]) => [name, compileCatalog(catalog)]));

const rejectMissing = (key: string): never => {
  throw new Error(`no text for ${key}`);
};

/** The translator of the console. `locale`: the language with a region, such as `de-CH`. */
export async function loadTranslator(language: Language, locale: string = language): Promise<Translator> {
  const shared: Catalogs = SHARED_CATALOGS[language];
  const catalogs = Object.keys(english).map(async (name): Promise<readonly [string, Catalog]> => {
    const known = shared[name];
    if (known !== undefined) return [name, known];
    const path = `../../apps/console/src/locales/${language}/${name}.ts`;
    const { default: catalog }: { readonly default: Catalog } = await import(path);
    return [name, catalog];
  });
  return createTranslator({
    locale,
    catalogs: compiled(Object.fromEntries(await Promise.all(catalogs))),
    join: (parts) => parts.join(''),
    onMissing: rejectMissing,
  });
}

/** The texts that console and messages share. */
export const loadSharedTexts = (language: Language, locale: string = language): SharedTexts =>
  createTranslator({
    locale,
    catalogs: compiled(SHARED_CATALOGS[language]),
    join: (parts) => parts.join(''),
    onMissing: rejectMissing,
  });
