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

function isMatch(word: RuledOutWord, piece: Piece, parts: readonly string[]): boolean {
  if (!word.scopes.has(piece.scope)) return false;
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
    return vocabulary.words
      .filter((word) => isMatch(word, piece, parts))
      .map(({ word, instead }) => ({ path, scope: piece.scope, word, found, instead }))
      .filter((finding) => !isExcepted(vocabulary, finding))
      .map((finding) => ({ ...finding, line: text.slice(0, piece.offset).split('\n').length }));
  });
}
