/**
 * The words that docs/glossary.md rules out.
 *
 * Input: the text of the glossary (the table of words not to use, the table of exceptions).
 * Output: the words, each with the scopes it is ruled out in, and the exceptions.
 */

/** Where a word is looked for; docs/glossary.md describes each. */
export const SCOPES = ['identifiers', 'files', 'columns', 'names', 'texts', 'logs', 'docs', 'comments'] as const;
export type Scope = (typeof SCOPES)[number];

/** Shorthands for several scopes, as the glossary's table uses them. */
const SCOPE_GROUPS: Readonly<Record<string, readonly Scope[]>> = {
  everywhere: SCOPES,
  code: ['identifiers', 'files', 'columns', 'names'],
  prose: ['texts', 'logs', 'docs', 'comments'],
};

export interface RuledOutWord {
  /** As the glossary writes it. */
  readonly word: string;
  /** Lower-case parts that have to follow each other. */
  readonly parts: readonly string[];
  /** `word()`: only a function with exactly this name. `WORD_`: only a constant that begins so. */
  readonly form: 'parts' | 'function' | 'prefix';
  readonly scopes: ReadonlySet<Scope>;
  readonly instead: string;
}

interface Exception {
  /** A path glob, or the exact name or text that is allowed. */
  readonly where: string;
  readonly words: readonly string[];
}

export interface Vocabulary {
  readonly words: readonly RuledOutWord[];
  readonly exceptions: readonly Exception[];
}

/** `useGivenCode`, `USED_LINK`, "Add a way" -> lower-case parts. */
export function partsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}

const GLOSSARY_ROW = /^\|(.+)\|$/u;

/** The rows of the table under a heading, cells trimmed and without code marks. */
function tableUnder(markdown: string, heading: string): string[][] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => /^#+ /u.test(line) && line.replace(/^#+ /u, '') === heading);
  if (start < 0) throw new Error(`the glossary has no heading "${heading}"`);
  const rows: string[][] = [];
  for (const line of lines.slice(start + 1)) {
    if (/^#+ /u.test(line)) break;
    const [, cells] = GLOSSARY_ROW.exec(line) ?? [];
    if (cells !== undefined) rows.push(cells.split('|').map((cell) => cell.replaceAll('`', '').trim()));
  }
  // The first two are the head and the rule below it.
  return rows.slice(2);
}

const listOf = (cell: string): string[] =>
  cell
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function scopesOf(cell: string): ReadonlySet<Scope> {
  return new Set(
    listOf(cell).flatMap((name) => {
      const group = SCOPE_GROUPS[name] ?? SCOPES.filter((scope) => scope === name);
      if (group.length === 0) throw new Error(`the glossary names a scope that does not exist: "${name}"`);
      return group;
    }),
  );
}

function ruledOutWord(word: string, scopes: ReadonlySet<Scope>, instead: string): RuledOutWord {
  const form = word.endsWith('()') ? 'function' : /^[A-Z]+_$/u.test(word) ? 'prefix' : 'parts';
  return { word, parts: partsOf(word), form, scopes, instead };
}

/** @throws Error where a row names a scope that does not exist, or a table is missing. */
export function parseGlossary(markdown: string): Vocabulary {
  return {
    words: tableUnder(markdown, 'Ruled out').flatMap(([words = '', scopes = '', instead = '']) => {
      const where = scopesOf(scopes);
      return listOf(words).map((word) => ruledOutWord(word, where, instead));
    }),
    exceptions: tableUnder(markdown, 'Exceptions').flatMap(([places = '', words = '']) =>
      listOf(places).map((where) => ({ where, words: listOf(words) })),
    ),
  };
}
