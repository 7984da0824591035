/** The shared texts in every language, for the server; the browser loads those of its language with the console's own. */
import type { Language } from '@picket/domain/languages';
import germanActors from './locales/de/actors.ts';
import germanChanges from './locales/de/changes.ts';
import germanDefaults from './locales/de/defaults.ts';
import germanMetrics from './locales/de/metrics.ts';
import germanProblems from './locales/de/problems.ts';
import actors from './locales/en/actors.ts';
import changes from './locales/en/changes.ts';
import defaults from './locales/en/defaults.ts';
import metrics from './locales/en/metrics.ts';
import problems from './locales/en/problems.ts';
import type { Translation } from './messages.ts';
import type { SharedCatalogs } from './shared-texts.ts';

export const SHARED_ENGLISH: SharedCatalogs = { actors, changes, defaults, metrics, problems };

type SharedTranslation = { readonly [Name in keyof SharedCatalogs]: Translation<SharedCatalogs[Name]> };

export const SHARED_CATALOGS: Readonly<Record<Language, SharedTranslation>> = {
  en: SHARED_ENGLISH,
  de: {
    actors: germanActors,
    changes: germanChanges,
    defaults: germanDefaults,
    metrics: germanMetrics,
    problems: germanProblems,
  },
};
