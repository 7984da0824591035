/**
 * Checks a request in the browser, by the schema with which the server will: a form shows every problem at once, in the reader's
 * language. Heavy, so it is loaded when the first form is edited (decision 49).
 */
import './interpreted-schemas.ts';
import type { Phrase } from '@picket/domain/phrases';
import { ENDPOINT_TABLE, type EndpointKey } from './endpoints.ts';
import { type IssueKind, kindOfIssue, limitOfIssue, sentenceOfIssue } from './issue-sentences.ts';

export interface BodyProblem {
  /** The path of the field, as the server names it: `settings.url`. */
  readonly name: string;
  /** `other`: the schema's own words say it. */
  readonly kind: IssueKind;
  /** The limit that is exceeded; 0 where there is none. */
  readonly limit: number;
  /** In English, as the server would say it. */
  readonly message: Phrase;
}

/** Returns what the server would refuse in the body of a request; none where the request has no body. */
export function findBodyProblems(endpoint: EndpointKey, body: unknown): readonly BodyProblem[] {
  const { error } = ENDPOINT_TABLE[endpoint].body?.safeParse(body) ?? {};
  return (error?.issues ?? []).map((issue) => ({
    name: issue.path.length === 0 ? 'body' : issue.path.join('.'),
    kind: kindOfIssue(issue),
    limit: limitOfIssue(issue),
    message: sentenceOfIssue(issue),
  }));
}
