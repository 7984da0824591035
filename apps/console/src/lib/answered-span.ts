/** The period of what is drawn: while another one loads, or where it could not be loaded, that is the period before it. */
import { useState } from 'react';
import type { ApiError } from './api.ts';
import { errorBeside } from './kept-error.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A period that ends now moves on by itself; by less than this share of its length it still shows what was asked for. */
const NEAR = 0.1;

/** A period, and what is drawn behind its values. */
interface Answered<Behind> extends Span {
  readonly behind: Behind;
}

/** What is drawn next: `asked` once it is answered, until then what was answered before it. Pure. */
export function nextAnswered<Behind>(
  answered: Answered<Behind>,
  asked: Answered<Behind>,
  isAnswered: boolean,
): Answered<Behind> {
  const isSame = answered.from === asked.from && answered.to === asked.to && answered.behind === asked.behind;
  return isAnswered && !isSame ? asked : answered;
}

/** Returns the last period that was answered, with what was behind it. `isAnswered`: whether that of now is. */
export function useAnswered<Behind>(asked: Answered<Behind>, isAnswered: boolean): Answered<Behind> {
  const [answered, setAnswered] = useState(asked);
  const shown = nextAnswered(answered, asked, isAnswered);
  if (shown !== answered) setAnswered(shown);
  return shown;
}

export const useAnsweredSpan = ({ from, to }: Span, isAnswered: boolean): Span =>
  useAnswered({ from, to, behind: null }, isAnswered);

const isNear = (shown: Span, asked: Span): boolean => {
  const tolerance = (asked.to - asked.from) * NEAR;
  return Math.abs(shown.from - asked.from) < tolerance && Math.abs(shown.to - asked.to) < tolerance;
};

/** Returns the error to show above what is drawn of `shown`. Of a period that only moved on, none where nobody answered. */
export const errorOfSpan = (error: ApiError | undefined, shown: Span, asked: Span): ApiError | undefined =>
  errorBeside(error, isNear(shown, asked));
