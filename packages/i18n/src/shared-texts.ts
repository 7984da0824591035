/**
 * The texts that the console shows and that messages say as well: what sentries measure, changes of policies, problems,
 * default names, actors.
 * Each app loads their catalogs (src/locales) beside its own.
 */
import type actors from './locales/en/actors.ts';
import type changes from './locales/en/changes.ts';
import type defaults from './locales/en/defaults.ts';
import type metrics from './locales/en/metrics.ts';
import type problems from './locales/en/problems.ts';
import type { Translator } from './translator.ts';

/** The types of the English texts are those of every language. */
export type SharedCatalogs = {
  readonly actors: typeof actors;
  readonly changes: typeof changes;
  readonly defaults: typeof defaults;
  readonly metrics: typeof metrics;
  readonly problems: typeof problems;
};

/** The function `t` of shared texts. */
export type SharedTexts = Translator<SharedCatalogs>;

/** The translator of an app, for functions that all of them share. */
export const sharedTextsOf = <All extends SharedCatalogs, Node>(t: Translator<All, Node>): SharedTexts =>
  // Guarantee: an app has the shared texts besides its own.
  t as unknown as SharedTexts;
