/**
 * What packages/domain and packages/contracts refuse with, in the languages other than English; the English sentence is the key
 * (decision 57). The server has the sentences of its own beside them, the console needs these alone.
 */
import type { Language } from '@picket/domain/languages';
import german from './locales/de/refusals.ts';
import type { Catalog } from './messages.ts';

/** The languages that sentences are translated to. */
export type TranslatedLanguage = Exclude<Language, 'en'>;

export const SHARED_REFUSALS: Readonly<Record<TranslatedLanguage, Catalog>> = { de: german };
