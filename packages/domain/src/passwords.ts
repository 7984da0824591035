/** Password rules (NIST SP 800-63B-4): length counted in code points, no composition rules, common ones refused. */
import { phrase, type Sentence } from './phrases.ts';

export const PASSWORD_MIN = 15;
export const PASSWORD_MAX = 1024;

export const PASSWORD_RULES: readonly string[] = [
  `At least ${PASSWORD_MIN} characters; a few words you remember are better than one you don't.`,
  'No rules about capitals, digits or signs; spaces are welcome.',
  'Not your e-mail address, and not a password that is easy to guess.',
];

const COMMON = [
  'passwordpassword',
  'password123456789',
  '123456789012345',
  '1234567890123456',
  'qwertyuiopasdfgh',
  'qwertyuiop12345',
  'qwertyuiopasdfghjkl',
  'administrator123',
  'letmeinletmeinletmein',
  'iloveyouiloveyou',
  'correcthorsebatterystaple',
  'abcdefghijklmno',
];

/** The form in which passwords are measured, compared and hashed. */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

const simplify = (text: string): string =>
  normalizePassword(text)
    .toLowerCase()
    .replace(/[\s\-_.]/gu, '');

/** A repeated part of at most this length adds no strength. */
const MAX_REPEATED_PART = 8;
/** A password needs this many characters besides the context words. */
const MIN_EXTRA_CHARACTERS = 5;
const MIN_CONTEXT_WORD = 4;

/** The length of the part that the text repeats, the last time possibly cut off; its own length if there is none. */
function periodOf(characters: readonly string[]): number {
  // The failure table of Knuth, Morris and Pratt.
  const same: number[] = [];
  for (let place = 1, length = 0; place < characters.length; place++) {
    while (length > 0 && characters[place] !== characters[length]) length = same[length - 1] ?? 0;
    if (characters[place] === characters[length]) length += 1;
    same[place] = length;
  }
  return characters.length - (same.at(-1) ?? 0);
}

function repeatsShortPart(plain: string): boolean {
  const characters = [...plain];
  const period = periodOf(characters);
  return period <= MAX_REPEATED_PART && characters.length >= 2 * period - 1;
}

/** Whether hardly anything is left without the context words. */
function isMostlyContext(plain: string, context: readonly string[]): boolean {
  const words = context
    .flatMap((word) => [simplify(word), simplify(word.split('@')[0] ?? '')])
    .filter((word) => word.length >= MIN_CONTEXT_WORD)
    .sort((one, other) => other.length - one.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest.length < plain.length && [...rest].length < MIN_EXTRA_CHARACTERS;
}

/** Why a new password is rejected. The console has texts of its own for the kinds. */
const PASSWORD_MESSAGES = {
  short: (length: number) =>
    phrase('Use at least {least} characters (this has {length}).', { least: PASSWORD_MIN, length }),
  long: () => phrase('Use at most {most} characters.', { most: PASSWORD_MAX }),
  uniform: () => 'Too few different characters: this is easy to guess.',
  common: () => 'This one is on every list of common passwords.',
  context: () => 'Use more than your e-mail address, your name, your organization or the word Picket.',
  repeated: () => 'This repeats one short part: it is guessed as fast as that part alone.',
};

export type PasswordProblem = keyof typeof PASSWORD_MESSAGES;

/** The length as it is checked. */
export const passwordLength = (password: string): number => [...normalizePassword(password)].length;

/**
 * Returns why a new password is rejected; null if it is allowed. `context`: words that attackers try first (address, name,
 * organization, product).
 */
export function findPasswordProblem(password: string, context: readonly string[] = []): PasswordProblem | null {
  const length = passwordLength(password);
  if (length < PASSWORD_MIN) return 'short';
  if (length > PASSWORD_MAX) return 'long';
  const plain = simplify(password);
  if (new Set(plain).size < 5) return 'uniform';
  if (COMMON.includes(plain)) return 'common';
  if (isMostlyContext(plain, context)) return 'context';
  return repeatsShortPart(plain) ? 'repeated' : null;
}

/** The same as a text for the user. */
export function passwordProblem(password: string, context: readonly string[] = []): Sentence | null {
  const problem = findPasswordProblem(password, context);
  return problem === null ? null : PASSWORD_MESSAGES[problem](passwordLength(password));
}
