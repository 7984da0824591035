/**
 * How large the program of a regular expression becomes, before it is compiled: compiling and matching take time in proportion to
 * it, and a counted repetition (`a{1000}`) makes a large one of a short text.
 */
import { badExpression } from './promql-error.ts';

const MAX_PATTERN_SIZE = 2000;

const COUNTED = /^\{(\d+)(?:,(\d*))?\}/u;
const CLASS = /^\[\^?\]?(?:\\.|[^\]\\])*\]/su;

interface Group {
  sum: number;
  /** Of what stands before the place: a repetition multiplies it. */
  last: number;
}

/** At least the number of instructions, about: no less than a character each, repetitions written out. */
export function patternSize(pattern: string): number {
  let open: Group = { sum: 0, last: 0 };
  const outside: Group[] = [];
  const add = (size: number): void => {
    open.sum += size;
    open.last = size;
  };
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const [counted, least = '', most = least] = COUNTED.exec(rest) ?? [];
    const character = pattern[at];
    if (counted !== undefined) {
      const times = Math.max(Number(least), Number(most), 1);
      open.sum += open.last * (times - 1);
      open.last *= times;
      at += counted.length;
      continue;
    }
    if (character === '(') {
      outside.push(open);
      open = { sum: 0, last: 0 };
    } else if (character === ')') {
      const { sum } = open;
      open = outside.pop() ?? { sum: 0, last: 0 };
      add(sum + 2);
    } else add(1);
    at += character === '\\' ? 2 : (CLASS.exec(rest)?.[0].length ?? 1);
    // The text itself is read as well.
    if (open.sum > 2 ** 40) return open.sum;
  }
  return outside.reduce((sum, group) => sum + group.sum, open.sum);
}

/** Counts the patterns of one expression. */
export class PatternBudget {
  #left = MAX_PATTERN_SIZE;

  /** Throws a PromqlError once all of them together are too large. */
  spend(pattern: string): void {
    this.#left -= patternSize(pattern);
    if (this.#left < 0)
      throw badExpression(
        `the regular expressions are too large: ${MAX_PATTERN_SIZE} characters in all, repetitions written out`,
      );
  }
}
