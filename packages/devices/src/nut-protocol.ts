/**
 * The protocol of Network UPS Tools (RFC 9271), as far as Picket reads it: lines of words, lists between BEGIN and END. Pure.
 *
 * Input: what a server sent, in any parts. Output: the rows of its answer, or why there are none. Invariant: nothing that is sent throws,
 * and what is kept is bounded.
 */
import { cleanText } from '@picket/domain/text';
import type { LeftOutReason } from './announced.ts';

/** Of one answer, in UTF-16 units. */
const MAX_ANSWER = 65_536;
const MAX_UPSES = 100;
const MAX_VARIABLES = 1000;
const MAX_VALUE = 256;
const UPS_NAME = /^[\w.@:+-]{1,100}$/u;
const VARIABLE_NAME = /^[A-Za-z][\w.-]{0,99}$/u;

export type NutReply =
  /** The words of each row that could be read. */
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] }
  /** Such as `DATA-STALE`. */
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'too-large' }
  /** No answer of this protocol. */
  | { readonly kind: 'other' };

/** An answer that arrives in parts. */
export class NutAnswer {
  readonly #begin: string;
  readonly #end: string;
  readonly #isList: boolean;
  #rest = '';
  #length = 0;
  #hasBegun = false;
  readonly #rows: (readonly string[])[] = [];

  /** `command`: what was asked, such as `LIST VAR ups`. */
  constructor(command: string) {
    this.#isList = command.startsWith('LIST ');
    this.#begin = `BEGIN ${command}`;
    this.#end = `END ${command}`;
  }

  /** The whole answer; null: more is to come. */
  take(part: string): NutReply | null {
    this.#length += part.length;
    if (this.#length > MAX_ANSWER) return { kind: 'too-large' };
    const lines = part.split('\n');
    for (const [index, line] of lines.entries()) {
      this.#rest += line;
      if (index === lines.length - 1) return null;
      const reply = this.#takeLine(this.#rest.replace(/\r$/u, ''));
      this.#rest = '';
      if (reply !== null) return reply;
    }
    return null;
  }

  #takeLine(line: string): NutReply | null {
    if (!this.#hasBegun) {
      const words = wordsOf(line) ?? [];
      if (words[0] === 'ERR') return { kind: 'error', code: (words[1] ?? '').slice(0, 60) };
      if (!this.#isList) return words[0] === 'OK' || words[0] === 'VAR' ? { kind: 'rows', rows: [words] } : OTHER;
      if (line !== this.#begin) return OTHER;
      this.#hasBegun = true;
      return null;
    }
    if (line === this.#end) return { kind: 'rows', rows: this.#rows };
    const words = wordsOf(line);
    if (words !== null) this.#rows.push(words);
    return null;
  }
}

const OTHER: NutReply = { kind: 'other' };

const SPACES = /\s+/uy;
/** A word in quotes, in which a backslash takes what follows as it is, or one without. */
const WORD = /"(?<quoted>(?:[^"\\]|\\.)*)"(?=\s|$)|(?<plain>[^\s"\\]+)(?=\s|$)/uy;

/** The words of a line; null: a quote is not closed, or stands where none may. */
export function wordsOf(line: string): readonly string[] | null {
  const words: string[] = [];
  let at = 0;
  const end = line.trimEnd().length;
  while (at < end) {
    SPACES.lastIndex = at;
    at = SPACES.test(line) ? SPACES.lastIndex : at;
    WORD.lastIndex = at;
    const { quoted, plain } = WORD.exec(line)?.groups ?? {};
    if (quoted === undefined && plain === undefined) return null;
    words.push(plain ?? quoted?.replace(/\\(.)/gu, '$1') ?? '');
    at = WORD.lastIndex;
  }
  return words;
}

/** A word as it is sent, whatever it holds but line breaks. */
export const quoteWord = (word: string): string => `"${word.replace(/["\\]/gu, '\\$&')}"`;

export interface ListedUps {
  readonly name: string;
  /** Empty: it has none. */
  readonly description: string;
}

/** The rows of `LIST UPS`: each name once, at most 100. */
export function readUpsList(rows: readonly (readonly string[])[]): {
  readonly upses: readonly ListedUps[];
  readonly leftOut: readonly (readonly [name: string, reason: LeftOutReason])[];
} {
  const upses = new Map<string, ListedUps>();
  const leftOut: (readonly [string, LeftOutReason])[] = [];
  for (const [head, name = '', description = ''] of rows) {
    if (head !== 'UPS' || upses.has(name)) continue;
    if (!UPS_NAME.test(name)) leftOut.push([name, 'BAD_NAME']);
    else if (upses.size >= MAX_UPSES) leftOut.push([name, 'OVER_LIMIT']);
    else upses.set(name, { name, description: cleanText(description.slice(0, 4 * MAX_VALUE), MAX_VALUE).trim() });
  }
  return { upses: [...upses.values()], leftOut: leftOut.slice(0, MAX_UPSES) };
}

/** The rows of `LIST VAR`, or that of `GET VAR`: at most 1000 variables, by name. */
export function readVariables(rows: readonly (readonly string[])[], ups: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const [head, of, name = '', value] of rows) {
    if (head !== 'VAR' || of !== ups || value === undefined || !VARIABLE_NAME.test(name)) continue;
    if (variables.size >= MAX_VARIABLES) break;
    variables.set(name, cleanText(value.slice(0, 4 * MAX_VALUE), MAX_VALUE).trim());
  }
  return variables;
}
