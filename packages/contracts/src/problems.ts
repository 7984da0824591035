/** What Picket finds wrong with itself, as facts. */
import { PROBLEM_CODES } from '@picket/domain/problems';
import { z } from 'zod';

/** Sizes are bytes, times milliseconds (packages/domain/src/problems.ts). */
export const Problem = z.object({
  code: z.enum(PROBLEM_CODES),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** With the sentence in English. */
export const StatedProblem = Problem.extend({ text: z.string() });
