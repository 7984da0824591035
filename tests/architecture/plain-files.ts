/**
 * Finds words the glossary rules out in files that are no modules: style sheets, pages, JSON, YAML, scripts and configurations.
 *
 * Input: the vocabulary and the text of a file.
 * Output: findings, as those of vocabulary.ts.
 */
import { type Finding, findInPieces, type Piece } from './findings.ts';
import type { Scope, Vocabulary } from './glossary.ts';

/** The pieces that a pattern matches: its first group, else all of it. */
function piecesOf(text: string, pattern: RegExp, scope: Scope | ((text: string) => Scope)): Piece[] {
  return [...text.matchAll(pattern)].map((match) => {
    const found = match[1] ?? match[0];
    return { scope: typeof scope === 'string' ? scope : scope(found), text: found, offset: match.index };
  });
}

/** The same text with spaces for what a pattern matches, so that offsets stay. */
const without = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (found) => found.replace(/[^\n]/gu, ' '));

/** Several words, or one that begins as a sentence does, are read by people. */
const scopeOfString = (text: string): Scope => (/\p{L}\S*\s+\S*\p{L}|^[A-Z][a-z]+$/u.test(text) ? 'texts' : 'names');

const CSS_COMMENT = /\/\*([\s\S]*?)\*\//gu;
const STRING = /"((?:[^"\\\n]|\\.)*)"/gu;

/** Classes, ids, custom properties, animations, texts, and the comments. */
export function findInStyleSheet(vocabulary: Vocabulary, path: string, css: string): Finding[] {
  const rules = without(css, CSS_COMMENT);
  return findInPieces(vocabulary, path, css, [
    ...piecesOf(css, CSS_COMMENT, 'comments'),
    ...piecesOf(rules, /[.#]([A-Za-z][\w-]*)(?=[^;}]*\{)/gu, 'names'),
    ...piecesOf(rules, /--[\w-]+|@(?:keyframes|layer|container)\s+([\w-]+)/gu, 'names'),
    ...piecesOf(rules, /\bcontent:\s*(["'][^"']*["'])/gu, 'texts'),
  ]);
}

/** Texts between elements, values of attributes, and the comments. */
export function findInMarkup(vocabulary: Vocabulary, path: string, markup: string): Finding[] {
  const comment = /<!--([\s\S]*?)-->/gu;
  const elements = without(markup, comment);
  return findInPieces(vocabulary, path, markup, [
    ...piecesOf(markup, comment, 'comments'),
    ...piecesOf(elements, />([^<>]*\p{L}[^<>]*)</gu, 'texts'),
    ...piecesOf(elements, STRING, scopeOfString),
  ]);
}

/** Every string, keys as well, and the comments where there are any. */
export function findInJson(vocabulary: Vocabulary, path: string, json: string): Finding[] {
  const comment = /^\s*\/\/(.*)$|\/\*([\s\S]*?)\*\//gmu;
  return findInPieces(vocabulary, path, json, [
    ...piecesOf(json, comment, 'comments'),
    ...piecesOf(without(json, comment), STRING, scopeOfString),
  ]);
}

const HASH_COMMENT = /(?<=^|\s)#(?!\{)(.*)$/gmu;

/** Keys and values, and the comments. A value of several words is read by people. */
export function findInYaml(vocabulary: Vocabulary, path: string, yaml: string): Finding[] {
  const lines = without(yaml, HASH_COMMENT);
  const values = piecesOf(lines, /(?<=^\s*(?:- )?(?:[\w./-]+:\s+)?)(?![\s-])(?![\w./-]+:\s)\S.*$/gmu, scopeOfString);
  const texts = values.filter(({ scope }) => scope === 'texts');
  const isInText = ({ offset }: Piece): boolean =>
    texts.some((one) => offset >= one.offset && offset < one.offset + one.text.length);
  return findInPieces(vocabulary, path, yaml, [
    ...piecesOf(yaml, HASH_COMMENT, 'comments'),
    ...texts,
    ...piecesOf(lines, /[A-Za-z_][\w./-]*/gu, 'names').filter((piece) => !isInText(piece)),
  ]);
}

/** Shell scripts and configurations: strings that people read, names, and the comments. */
export function findInScript(vocabulary: Vocabulary, path: string, script: string): Finding[] {
  const commands = without(script, HASH_COMMENT);
  const string = /"((?:[^"\\]|\\.)*)"|'[^']*'/gu;
  return findInPieces(vocabulary, path, script, [
    ...piecesOf(script, HASH_COMMENT, 'comments'),
    ...piecesOf(commands, string, scopeOfString),
    ...piecesOf(without(commands, string), /\S*[A-Za-z]\S*/gu, 'names'),
  ]);
}
