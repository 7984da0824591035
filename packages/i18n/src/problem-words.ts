/** Problems as sentences, in the language and the formats of their reader. */
import { PROBLEMS, type Problem, type ProblemValueKind } from '@picket/domain/problems';
import type { SharedTexts } from './shared-texts.ts';

/** How the reader has sizes, durations and times. */
export interface ProblemFormats {
  /** "5.0 GiB" */
  readonly bytes: (bytes: number) => string;
  /** "45 s", of milliseconds */
  readonly duration: (millis: number) => string;
  readonly dateTime: (at: number) => string;
}

function showValue(kind: ProblemValueKind | undefined, value: string | number, formats: ProblemFormats) {
  if (typeof value === 'string') return value;
  if (kind === 'bytes') return formats.bytes(value);
  if (kind === 'duration') return formats.duration(value);
  return kind === 'instant' ? formats.dateTime(value) : value;
}

/** "The disk fills: 5.0 GiB of 100.0 GiB are free", without a full stop. */
export function problemText(t: SharedTexts, { code, values }: Problem, formats: ProblemFormats): string {
  const kinds: Readonly<Record<string, ProblemValueKind>> = PROBLEMS[code];
  const shown = Object.entries(values).map(([name, value]) => [name, showValue(kinds[name], value, formats)] as const);
  return translate(t, code, Object.fromEntries(shown));
}

/** Guarantee: each row of PROBLEMS has the values of its message; problem-words.test.ts compares them. */
const translate = (t: SharedTexts, code: Problem['code'], values: Readonly<Record<string, string | number>>): string =>
  (t as unknown as (key: string, values: Readonly<Record<string, string | number>>) => string)(
    `problems.${code}`,
    values,
  );
