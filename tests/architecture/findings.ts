/** Compares pieces of files with the glossary. */
import { matchesGlob } from 'node:path';
import { partsOf, type RuledOutWord, type Scope, type Vocabulary } from './glossary.ts';

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly scope: Scope;
  readonly word: string;
  readonly found: string;
  readonly instead: string;
}

/** One piece of a file that is held against the glossary. */
export interface Piece {
  readonly scope: Scope;
  readonly text: string;
  readonly offset: number;
  /** Set for the name of a declared function. */
  readonly isFunction?: boolean;
}

function hasSequence(parts: readonly string[], wanted: readonly string[]): boolean {
  return parts.some((_, start) => wanted.every((part, index) => parts[start + index] === part));
}

/** The words that may match a piece: those of its scope, by their first part where they have parts. */
interface ScopeIndex {
  readonly byPart: Map<string, RuledOutWord[]>;
  readonly whole: RuledOutWord[];
}

const indexes = new WeakMap<Vocabulary, Map<Scope, ScopeIndex>>();

function indexOf(vocabulary: Vocabulary, scope: Scope): ScopeIndex {
  const scopes = indexes.get(vocabulary) ?? new Map<Scope, ScopeIndex>();
  indexes.set(vocabulary, scopes);
  const known = scopes.get(scope);
  if (known !== undefined) return known;
  const words = vocabulary.words.filter((word) => word.scopes.has(scope));
  const byPart = Map.groupBy(
    words.filter(({ form }) => form === 'parts'),
    ({ parts }) => parts[0] ?? '',
  );
  const index = { byPart, whole: words.filter(({ form }) => form !== 'parts') };
  scopes.set(scope, index);
  return index;
}

/** In the order of the glossary's forms; each word once. */
function candidatesFor(vocabulary: Vocabulary, { scope }: Piece, parts: readonly string[]): readonly RuledOutWord[] {
  const { byPart, whole } = indexOf(vocabulary, scope);
  return [...whole, ...new Set(parts.flatMap((part) => byPart.get(part) ?? []))];
}

function isMatch(word: RuledOutWord, piece: Piece, parts: readonly string[]): boolean {
  if (word.form === 'function') return piece.isFunction === true && piece.text === word.word.slice(0, -2);
  if (word.form === 'prefix') return piece.text.startsWith(word.word);
  return hasSequence(parts, word.parts);
}

/** Whether an exception allows it: a path glob that matches the file, or the whole text. */
export function isExcepted(vocabulary: Vocabulary, { path, word, found }: Omit<Finding, 'line'>): boolean {
  return vocabulary.exceptions.some(
    ({ where, words }) =>
      words.includes(word) && (where === found || (where.includes('/') && matchesGlob(path, where))),
  );
}

/** Characters of a text that a finding cites. */
const MAX_EXCERPT = 100;

/** What is ruled out in the pieces of a file; `text`: all of it, which lines are counted in. */
export function findInPieces(vocabulary: Vocabulary, path: string, text: string, pieces: readonly Piece[]): Finding[] {
  return pieces.flatMap((piece) => {
    const parts = partsOf(piece.text);
    const found = piece.text.trim().replace(/\s+/gu, ' ').slice(0, MAX_EXCERPT);
    return candidatesFor(vocabulary, piece, parts)
      .filter((word) => isMatch(word, piece, parts))
      .map(({ word, instead }) => ({ path, scope: piece.scope, word, found, instead }))
      .filter((finding) => !isExcepted(vocabulary, finding))
      .map((finding) => ({ ...finding, line: text.slice(0, piece.offset).split('\n').length }));
  });
}
