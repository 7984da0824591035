/** The translator of the console, with all catalogs of a language; for tests of functions that return texts. */
import type { Language } from '@picket/domain/languages';
import { compileCatalog } from '@picket/i18n/compile';
import type { Catalog } from '@picket/i18n/messages';
import { createTranslator } from '@picket/i18n/translator';
import type { Translator } from '../../apps/console/src/lib/texts.ts';
import { english } from '../../apps/console/src/locales/english.ts';

/** `locale`: the language with a region, such as `de-CH`. A key without a text throws. */
export async function loadTranslator(language: Language, locale: string = language): Promise<Translator> {
  const catalogs = Object.keys(english).map(async (name) => {
    const path = `../../apps/console/src/locales/${language}/${name}.ts`;
    const { default: catalog }: { readonly default: Catalog } = await import(path);
    return [name, compileCatalog(catalog)] as const;
  });
  return createTranslator({
    locale,
    catalogs: Object.fromEntries(await Promise.all(catalogs)),
    join: (parts) => parts.join(''),
    onMissing: (key) => {
      throw new Error(`no text for ${key}`);
    },
  });
}
