/** Numbers, durations and strings as PromQL writes them. */
import type { Millis } from '@picket/domain/time';
import { badExpression } from './promql-error.ts';

const DURATION = /^(?:(\d+)y)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/u;
const UNIT_MILLIS = [31_536_000_000, 604_800_000, 86_400_000, 3_600_000, 60_000, 1000, 1] as const;
const NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;
const INTEGER = /^0(?:x[0-9a-f]+|b[01]+|o[0-7]+)$/iu;

/** `1h30m`; null: no duration. */
function durationOf(text: string): Millis | null {
  const match = DURATION.exec(text);
  if (match === null || text === '') return null;
  return UNIT_MILLIS.reduce((sum, unit, index) => sum + Number(match[index + 1] ?? 0) * unit, 0);
}

/** A number; a duration counts as its seconds. null: neither. */
export function parseNumber(text: string): number | null {
  const plain = text.replaceAll('_', '');
  if (/^inf$/iu.test(plain)) return Number.POSITIVE_INFINITY;
  if (/^nan$/iu.test(plain)) return Number.NaN;
  if (NUMBER.test(plain) || INTEGER.test(plain)) return Number(plain);
  const duration = durationOf(plain);
  return duration === null ? null : duration / 1000;
}

/** `5m`, or a number of seconds. null: neither, or not a finite one. */
export function parseDuration(text: string): Millis | null {
  const seconds = parseNumber(text);
  if (seconds === null || !Number.isFinite(seconds)) return null;
  const millis = Math.round(seconds * 1000);
  return Number.isSafeInteger(millis) ? millis : null;
}

const ESCAPE = /\\(?:([abfnrtv\\'"])|([0-7]{3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|.|$)/gsu;
const LETTERS: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const MAX_CODE_POINT = 0x10_ff_ff;

/** What stands in quotes, with the escapes of Go; between backticks none count. Throws a PromqlError. */
export function parseString(literal: string): string {
  const inside = literal.slice(1, -1);
  if (literal.startsWith('`')) return inside;
  return inside.replace(ESCAPE, (written, letter?: string, octal?: string, ...hex: readonly unknown[]) => {
    if (letter !== undefined) return LETTERS[letter] ?? letter;
    const digits = hex.slice(0, 3).find((one): one is string => typeof one === 'string');
    const codePoint = octal === undefined ? Number.parseInt(digits ?? '', 16) : Number.parseInt(octal, 8);
    if (Number.isNaN(codePoint) || codePoint > MAX_CODE_POINT)
      throw badExpression(`invalid escape ${written} in a string`);
    return String.fromCodePoint(codePoint);
  });
}
