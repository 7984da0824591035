/**
 * The texts of the console in the language of the reader (docs/translations.md). Kept outside React, so that there is no
 * provider: a component that uses `useText` renders again when the language changes.
 */

import loaders from 'virtual:texts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOfTag } from '@picket/domain/languages';
import type { CompiledCatalog } from '@picket/i18n/compile';
import { createTranslator, type Translator as TranslatorOf } from '@picket/i18n/translator';
import { createElement, Fragment, type ReactNode, useSyncExternalStore } from 'react';
import type { Catalogs } from '../locales/english.ts';
import type { TextGroup } from '../locales/groups.ts';

/** The function `t`; functions that return texts take it as their first argument. */
export type Translator = TranslatorOf<Catalogs, ReactNode>;

const STORED = 'picket-language';
const PSEUDO = 'picket-pseudo';

/** The pseudo-language is for tests and developers: `?pseudo` in an address, until the tab is closed. */
const isPseudo = new URLSearchParams(window.location.search).has('pseudo') || sessionStorage.getItem(PSEUDO) !== null;
if (isPseudo) sessionStorage.setItem(PSEUDO, 'on');

const browserLanguage = (): Language =>
  navigator.languages.map(languageOfTag).find((language) => language !== null) ?? DEFAULT_LANGUAGE;

const storedLanguage = (): Language | null => LANGUAGES.find((one) => one === localStorage.getItem(STORED)) ?? null;

/** The language with the region of the browser, such as `de-CH`: it decides the formats of numbers and dates. */
const localeOf = (language: Language): string =>
  navigator.languages.find((tag) => languageOfTag(tag) === language) ?? language;

/** Until the profile is there, the language last used in this browser. */
let language: Language = isPseudo ? 'en' : (storedLanguage() ?? browserLanguage());
/** By group and language. */
const loading = new Map<string, Promise<Readonly<Record<string, CompiledCatalog>>>>();
let groups: readonly TextGroup[] = [];
let catalogs: Readonly<Record<string, CompiledCatalog>> = {};
let translator = makeTranslator();
const listeners = new Set<() => void>();

function makeTranslator(): Translator {
  const page = document.documentElement;
  // Written although it is the same, it would make the browser work out every style of the page again.
  if (page.lang !== language) page.lang = language;
  return createTranslator<Catalogs, ReactNode>({
    locale: localeOf(language),
    catalogs,
    join: (parts) => createElement(Fragment, null, ...parts),
    onMissing: (key) => console.error(`no text for ${key}`),
  });
}

function show(next: Language, texts: typeof catalogs): void {
  language = next;
  catalogs = texts;
  translator = makeTranslator();
  for (const listener of listeners) listener();
}

async function importGroup(of: Language, group: TextGroup): Promise<typeof catalogs> {
  const { default: texts } = await loaders[of][group]();
  if (!isPseudo) return texts;
  const { pseudoCatalog } = await import('@picket/i18n/pseudo');
  return Object.fromEntries(Object.entries(texts).map(([name, catalog]) => [name, pseudoCatalog(catalog)]));
}

function loadGroup(of: Language, group: TextGroup): Promise<typeof catalogs> {
  const key = `${of} ${group}`;
  const known = loading.get(key);
  if (known !== undefined) return known;
  const started = importGroup(of, group).catch((error: unknown) => {
    // The next page that needs it asks again.
    loading.delete(key);
    throw error;
  });
  loading.set(key, started);
  return started;
}

/** Loads groups of texts in the current language. Rejects where the network fails. */
export async function loadTexts(wanted: readonly TextGroup[]): Promise<void> {
  const missing = wanted.filter((group) => !groups.includes(group));
  if (missing.length === 0) return;
  const of = language;
  const loaded = await Promise.all(missing.map((group) => loadGroup(of, group)));
  groups = [...new Set([...groups, ...missing])];
  // The language was changed meanwhile: `changeLanguage` may have missed these.
  if (of !== language) return changeLanguage(language);
  show(of, Object.assign({}, catalogs, ...loaded));
}

/** Loads what is shown in another language, then changes to it. */
async function changeLanguage(next: Language): Promise<void> {
  const wanted = groups;
  const loaded = await Promise.all(wanted.map((group) => loadGroup(next, group)));
  if (groups !== wanted) return changeLanguage(next);
  show(next, Object.assign({}, ...loaded));
}

/** Shows the language of the profile; null: that of the browser. It is kept for the pages before the next sign-in. */
export async function setLanguage(chosen: Language | null): Promise<void> {
  if (isPseudo) return;
  if (chosen === null) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, chosen);
  const next = chosen ?? browserLanguage();
  if (next !== language) await changeLanguage(next);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The translator outside of React: for toasts and errors alone. Components use `useText`. */
export const currentTranslator = (): Translator => translator;

/** The language that is shown: what the server answers is to be in it as well. */
export const currentLanguage = (): Language => language;

/** Returns `t`. */
export const useText = (): Translator => useSyncExternalStore(subscribe, currentTranslator);
