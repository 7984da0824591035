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

/** Returns the last period that was answered. `isAnswered`: whether that of now is. */
export function useAnsweredSpan({ from, to }: Span, isAnswered: boolean): Span {
  const [answered, setAnswered] = useState<Span>({ from, to });
  if (!isAnswered) return answered;
  if (answered.from !== from || answered.to !== to) setAnswered({ from, to });
  return { from, to };
}

const isNear = (shown: Span, asked: Span): boolean => {
  const tolerance = (asked.to - asked.from) * NEAR;
  return Math.abs(shown.from - asked.from) < tolerance && Math.abs(shown.to - asked.to) < tolerance;
};

/** Returns the error to show above what is drawn of `shown`. Of a period that only moved on, none where nobody answered. */
export const errorOfSpan = (error: ApiError | undefined, shown: Span, asked: Span): ApiError | undefined =>
  errorBeside(error, isNear(shown, asked));
