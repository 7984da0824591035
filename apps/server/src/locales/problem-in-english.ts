/** Problems in English: for clients of the API, logs and metrics. */
import type { Problem } from '@picket/domain/problems';
import { formatInstant } from '@picket/domain/time';
import { problemText } from '@picket/i18n/problem-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { textsIn } from './server-texts.ts';

const FORMATS = {
  bytes: (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`,
  duration: (millis: number): string => `${Math.round(millis / 1000)} s`,
  dateTime: (at: number): string => `${formatInstant(at).slice(0, 16).replace('T', ' ')} UTC`,
};

/** A problem with its sentence: "The disk fills: 5.0 GiB of 100.0 GiB are free". */
export interface StatedProblem extends Problem {
  readonly text: string;
}

export const stateProblem = (problem: Problem): StatedProblem => ({
  ...problem,
  text: problemText(sharedTextsOf(textsIn('en')), problem, FORMATS),
});
