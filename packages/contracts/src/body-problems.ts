/**
 * Checks a request in the browser, by the schema with which the server will: a form shows every problem at once, in the reader's
 * language. Heavy, so it is loaded when the first form is edited (decision 49).
 */
import './interpreted-schemas.ts';
import type { z } from 'zod';
import { ENDPOINT_TABLE, type EndpointKey } from './endpoints.ts';

/** What is wrong with a field. `other`: the schema's own words say it. */
export type BodyProblemKind =
  | 'required'
  | 'email'
  | 'notANumber'
  | 'tooLong'
  | 'tooShort'
  | 'tooLarge'
  | 'tooSmall'
  | 'other';

export interface BodyProblem {
  /** The path of the field, as the server names it: `settings.url`. */
  readonly name: string;
  readonly kind: BodyProblemKind;
  /** The limit that is exceeded; 0 where there is none. */
  readonly limit: number;
  /** In English, as the server would say it. */
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

function sizeKind(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): BodyProblemKind {
  const isSmall = issue.code === 'too_small';
  if (issue.origin === 'string') return isSmall ? (issue.minimum > 1 ? 'tooShort' : 'required') : 'tooLong';
  if (issue.origin === 'number' || issue.origin === 'int') return isSmall ? 'tooSmall' : 'tooLarge';
  return 'other';
}

function kindOf(issue: Issue): BodyProblemKind {
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return sizeKind(issue);
    case 'invalid_format':
      return issue.format === 'email' ? 'email' : 'other';
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? 'notANumber' : 'other';
    default:
      return 'other';
  }
}

function limitOf(issue: Issue): number {
  if (issue.code === 'too_small') return Number(issue.minimum);
  return issue.code === 'too_big' ? Number(issue.maximum) : 0;
}

/** Returns what the server would refuse in the body of a request; none where the request has no body. */
export function findBodyProblems(endpoint: EndpointKey, body: unknown): readonly BodyProblem[] {
  const { error } = ENDPOINT_TABLE[endpoint].body?.safeParse(body) ?? {};
  return (error?.issues ?? []).map((issue) => ({
    name: issue.path.length === 0 ? 'body' : issue.path.join('.'),
    kind: kindOf(issue),
    limit: limitOf(issue),
    message: issue.message,
  }));
}
