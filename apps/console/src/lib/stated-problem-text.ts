/** What Picket found wrong with itself, as a sentence. */
import type { Problem } from '@picket/domain/problems';
import { problemText } from '@picket/i18n/problem-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import type { Formats } from './formats.ts';
import type { Translator } from './texts.ts';

/** "The disk fills: 5.4 GB of 100 GB are free" */
export const statedProblemText = (t: Translator, formats: Formats, problem: Problem): string =>
  problemText(sharedTextsOf(t), problem, formats);
