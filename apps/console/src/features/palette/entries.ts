/** What the search offers for what was typed: all words must be found in an entry, in any order. Pure. */

export type EntryKind = 'alert' | 'location' | 'sentry' | 'asset' | 'policy' | 'user' | 'page' | 'action';

export interface PaletteEntry {
  readonly key: string;
  readonly kind: EntryKind;
  readonly name: string;
  readonly hint: string;
  /** Shown where another entry has the same name and hint. */
  readonly detail?: string;
  /** Other words by which it is found: what its kind is called, synonyms. */
  readonly words?: string;
  /** It exists for every location or alert, and is found only if one of these words was typed. */
  readonly asksFor?: string;
  /** Whether it is offered before anything was typed. */
  readonly isOffered?: boolean;
  /** A page to open, or an action to run. */
  readonly run: string | (() => Promise<void>);
}

/** Entries of one source that are shown, such as the history of every location. */
const MAX_PER_SOURCE = 8;
/** A shorter word asks for nothing in particular. */
const MIN_ASKED_LENGTH = 2;

/** Without case and accents. */
const normalize = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string): readonly string[] =>
  normalize(text)
    .split(/[\s,.:;()·]+/u)
    .filter((word) => word !== '');

const isAskedFor = (words: string, typed: readonly string[]): boolean =>
  wordsOf(words).some((word) => typed.some((one) => one.length >= MIN_ASKED_LENGTH && word.startsWith(one)));

function matches({ name, hint, words = '', asksFor }: PaletteEntry, typed: readonly string[]): boolean {
  if (asksFor !== undefined && !isAskedFor(asksFor, typed)) return false;
  const text = normalize(`${name} ${hint} ${words} ${asksFor ?? ''}`);
  // As the server compares names.
  const joined = text.replace(/\s/gu, '');
  return typed.every((word) => text.includes(word) || joined.includes(word));
}

/** 0: the name begins like what was typed; 1: one of its words does; 2: it is found elsewhere. */
function distance({ name }: PaletteEntry, typed: readonly string[]): number {
  if (normalize(name).startsWith(typed.join(' '))) return 0;
  return wordsOf(name).some((word) => word.startsWith(typed[0] ?? '')) ? 1 : 2;
}

/** `sources`: entries of one kind each, best first. Those that fit best come first, and no two look the same. */
export function findEntries(sources: readonly (readonly PaletteEntry[])[], typed: string): readonly PaletteEntry[] {
  const words = wordsOf(typed);
  if (words.length === 0) return distinguish(sources.flat().filter(({ isOffered }) => isOffered === true));
  const found = sources.flatMap((entries) =>
    entries
      .filter((entry) => matches(entry, words))
      .map((entry) => ({ entry, distance: distance(entry, words) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MAX_PER_SOURCE),
  );
  return distinguish(found.sort((a, b) => a.distance - b.distance).map(({ entry }) => entry));
}

const appearanceOf = ({ kind, name, hint }: PaletteEntry): string => `${kind} ${name} ${hint}`;

/** Entries that look the same get their detail, first, so that it is not cut off. The same entry of two sources is shown once. */
function distinguish(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const distinct = entries.filter((entry, index) => entries.findIndex(({ key }) => key === entry.key) === index);
  const sameAppearance = Map.groupBy(distinct, appearanceOf);
  return distinct.map((entry) =>
    entry.detail !== undefined && (sameAppearance.get(appearanceOf(entry))?.length ?? 0) > 1
      ? { ...entry, hint: entry.hint === '' ? entry.detail : `${entry.detail} · ${entry.hint}` }
      : entry,
  );
}

/**
 * What the server is asked for: without the words that name a kind, a page or an action, as "history" in "zurich history".
 * Everything, if nothing else is left.
 */
export function serverQuery(typed: string, vocabulary: readonly string[]): string {
  const known = new Set(vocabulary.flatMap(wordsOf));
  const rest = typed.split(/\s+/u).filter((word) => !known.has(normalize(word)));
  return (rest.length === 0 ? typed : rest.join(' ')).trim();
}
