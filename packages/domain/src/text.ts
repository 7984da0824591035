/**
 * Valid text: whole characters and no control characters, in one normal form (Unicode NFC). User input gets an error message
 * (`textProblem`); text of other systems and devices is cleaned instead (`cleanText`). Anything else fails later: Postgres refuses a NUL, UTF-8 has no lone surrogates, so what was hashed is not what
 * was stored; a control character in a name can forge lines of a log.
 */

/** `line`: one line. `lines`: tabs and line breaks are allowed. */
export type TextForm = 'line' | 'lines';

export const TEXT_MESSAGES = {
  surrogate: 'contains an incomplete character (lone surrogate)',
  control: 'must not contain control characters',
  lineBreak: 'must not contain control characters or line breaks',
  noncharacter: 'contains a code point that is not a character',
  diacritics: 'has more than 30 marks on one character',
} as const;

/** C0, DEL and C1, but for tab, line feed and carriage return. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
/** What ends a line, or jumps within one: also Unicode's own line and paragraph separator. */
const LINE_BREAK = /[\t\n\r\u2028\u2029]/u;
/** U+FFFE, U+FDD0 and the like: set aside for use inside a program, refused by XML and by many parsers. */
const NONCHARACTER = /\p{Noncharacter_Code_Point}/u;

/**
 * Marks on one character, as in Unicode's Stream-Safe Text Format (UAX 15): normalizing takes time by the square of their number,
 * so that one request with a million of them would stop the server for an hour.
 */
const MANY_DIACRITICS = /\p{M}{31}/u;
const DIACRITICS_BEYOND = /(\p{M}{30})\p{M}+/gu;

const REPLACEMENT = '\uFFFD';
const CONTROLS = new RegExp(CONTROL, 'gu');
const NONCHARACTERS = new RegExp(NONCHARACTER, 'gu');
const LINE_BREAKS = new RegExp(`${LINE_BREAK.source}+`, 'gu');

/** What is wrong with the characters of a text, as a sentence without its subject; null: nothing. */
export function textProblem(text: string, form: TextForm): string | null {
  if (!text.isWellFormed()) return TEXT_MESSAGES.surrogate;
  if (CONTROL.test(text)) return TEXT_MESSAGES.control;
  if (form === 'line' && LINE_BREAK.test(text)) return TEXT_MESSAGES.lineBreak;
  if (NONCHARACTER.test(text)) return TEXT_MESSAGES.noncharacter;
  return MANY_DIACRITICS.test(text) ? TEXT_MESSAGES.diacritics : null;
}

/** In NFC; a text that `textProblem` refuses for its marks is left as it is. */
export const normalizeText = (text: string): string => (MANY_DIACRITICS.test(text) ? text : text.normalize('NFC'));

/** The first `max` UTF-16 units of a text, without half a character at the end. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  const code = text.charCodeAt(max - 1);
  const isHalf = code >= 0xd800 && code <= 0xdbff;
  return text.slice(0, isHalf ? max - 1 : max);
}

/**
 * The text with U+FFFD in place of everything `textProblem` would refuse, in NFC, at most `max` UTF-16 units long. In one
 * line, line breaks and tabs become a space.
 */
export function cleanText(text: string, max: number, form: TextForm = 'line'): string {
  const lined = form === 'line' ? text.replace(LINE_BREAKS, ' ') : text;
  const whole = lined.toWellFormed().replace(CONTROLS, REPLACEMENT).replace(NONCHARACTERS, REPLACEMENT);
  return truncateText(cutDiacritics(cutDiacritics(whole).normalize('NFC')), max);
}

const cutDiacritics = (text: string): string => text.replace(DIACRITICS_BEYOND, '$1');
