/**
 * The pseudo-language: English with accents, 40 % longer, in brackets. It shows texts that are in no catalog, and layouts that
 * a longer language would break.
 */
import type { CompiledMessage } from 'icu-minify/format';
import type { CompiledCatalog } from './compile.ts';

const PLAIN = 'aceinorsuyACEINORSUY';
const ACCENTED = 'áçéíñóřšúýÁÇÉÍÑÓŘŠÚÝ';
/** As much longer as German may be. */
const GROWTH = 0.4;

function pseudoText(text: string): string {
  const accented = [...text].map((sign) => ACCENTED[PLAIN.indexOf(sign)] ?? sign).join('');
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  // Before the space that separates it from what follows.
  return letters < 2 ? accented : accented.replace(/(?=\s*$)/u, '~'.repeat(Math.ceil(letters * GROWTH)));
}

const isNode = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The text of options (`plural`, `select`), nested nodes and tags; names of arguments stay. */
function pseudoNode(node: unknown): unknown {
  if (typeof node === 'string') return pseudoText(node);
  if (!isNode(node)) return node;
  const [name, type, ...rest] = node;
  // [name] is an argument; [name, 1..6, …] one with a type, whose options are a record; all else is a tag with its content.
  if (type === undefined) return node;
  if (typeof type === 'number' && type > 0)
    return [name, type, ...rest.map((options) => (type <= 3 ? pseudoOptions(options) : options))];
  return [name, ...[type, ...rest].map(pseudoNode)];
}

const pseudoOptions = (options: unknown): unknown =>
  Object.fromEntries(Object.entries(options ?? {}).map(([name, option]) => [name, pseudoOption(option)]));

/** An option is one text, the number sign (0), or a list of nodes. */
const pseudoOption = (option: unknown): unknown => (isNode(option) ? option.map(pseudoNode) : pseudoNode(option));

function pseudoMessage(message: CompiledMessage): CompiledMessage {
  if (typeof message === 'string') return message === '' ? message : `[${pseudoText(message)}]`;
  // Guarantee: each node keeps its shape.
  return ['[', ...(message.map(pseudoNode) as typeof message), ']'];
}

export const pseudoCatalog = (catalog: CompiledCatalog): CompiledCatalog =>
  Object.fromEntries(Object.entries(catalog).map(([name, message]) => [name, pseudoMessage(message)]));
