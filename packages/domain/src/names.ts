/**
 * Resource names (specification, section 5). Names appear in paths, messages and lists, so they are kept clean once, here,
 * for the server that stores them and the form that checks them while typing.
 */
import { cleanText, normalizeText, textProblem } from './text.ts';

export const NAME_MAX = 128;

export const NAME_MESSAGES = {
  length: 'cannot create resource with name length',
  empty: 'cannot create resource with empty name',
  disallowed: 'disallowed characters',
  unencodable: 'unencodable characters',
  duplicate: 'duplicate name',
} as const;

export type NameProblem = keyof typeof NAME_MESSAGES;

export type NameResult = { ok: true; name: string } | { ok: false; problem: NameProblem; message: string };

const ZERO_WIDTH = /[\u200B-\u200D\u2060\uFEFF]/gu;
const DISALLOWED = /[\\/%?=]/u;

/** The name as it is stored: zero-width characters removed, whitespace trimmed and collapsed, in NFC. */
export function normalizeName(input: string): string {
  return normalizeText(input.replace(ZERO_WIDTH, '').replace(/\s+/gu, ' ').trim());
}

/** The key for comparing names: without case and whitespace. */
export function nameKey(name: string): string {
  return normalizeName(name).toLowerCase().replace(/\s/gu, '');
}

function survivesUri(name: string): boolean {
  try {
    return decodeURIComponent(encodeURIComponent(name)) === name;
  } catch {
    return false;
  }
}

/**
 * Checks a name and returns it in stored form. `others` are the names it must not equal (leave it out where the database
 * decides). The first problem found is reported, with the product's exact text.
 */
export function validateName(input: string, others: Iterable<string> = []): NameResult {
  const fail = (problem: NameProblem): NameResult => ({ ok: false, problem, message: NAME_MESSAGES[problem] });
  const name = normalizeName(input);
  if (name === '') return fail('empty');
  if ([...name].length > NAME_MAX) return fail('length');
  if (DISALLOWED.test(name)) return fail('disallowed');
  if (!survivesUri(name)) return fail('unencodable');
  if (textProblem(name, 'line') !== null) return fail('disallowed');
  const key = nameKey(name);
  for (const other of others) if (nameKey(other) === key) return fail('duplicate');
  return { ok: true, name };
}

/** What a name may not have, and what `cleanText` puts in place of a character that is none. */
const NOT_IN_NAMES = /[\\/%?=\uFFFD]+/gu;

/**
 * A valid name made of the name that another program gives something: "kitchen/leak 50%" becomes "kitchen leak 50". Characters that a name
 * may not have become a space, and what is longer than 128 characters is cut. null: nothing is left of it (specification, section 5).
 */
export function cleanName(text: string): string | null {
  // A UTF-16 unit is at most one character, so that cutting here cuts nothing of the first 128.
  const plain = cleanText(text.slice(0, 16 * NAME_MAX), 8 * NAME_MAX).replace(NOT_IN_NAMES, ' ');
  const cut = [...normalizeName(plain)].slice(0, NAME_MAX).join('');
  const result = validateName(cut);
  return result.ok ? result.name : null;
}
