/** What a schema says about a field. Its messages are those of the library, in English, where a schema has none of its own. */
import { isNameOf } from '@picket/domain/kind-table';
import { Phrase } from '@picket/domain/phrases';

/** What sentences are made of: an issue of the library has these fields, each of them if its code has it. */
export interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly origin?: string | undefined;
  readonly format?: string | undefined;
  readonly expected?: string | undefined;
  readonly minimum?: number | bigint | undefined;
  readonly maximum?: number | bigint | undefined;
}

/** The kinds that a form says in words of its own, and the rest. */
export type IssueKind =
  | 'required'
  | 'email'
  | 'notANumber'
  | 'tooLong'
  | 'tooShort'
  | 'tooLarge'
  | 'tooSmall'
  | 'other';

function sizeKind(issue: Issue): IssueKind {
  const isSmall = issue.code === 'too_small';
  if (issue.origin === 'string') return isSmall ? (Number(issue.minimum) > 1 ? 'tooShort' : 'required') : 'tooLong';
  if (issue.origin === 'number' || issue.origin === 'int') return isSmall ? 'tooSmall' : 'tooLarge';
  return 'other';
}

export function kindOfIssue(issue: Issue): IssueKind {
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

/** The limit that is exceeded; 0 where there is none. */
export function limitOfIssue(issue: Issue): number {
  if (issue.code === 'too_small') return Number(issue.minimum);
  return issue.code === 'too_big' ? Number(issue.maximum) : 0;
}

/** What translations say of an issue whose message none of them has: by its kind. */
const ISSUE_TEMPLATES = {
  required: 'must not be empty',
  email: 'not a valid e-mail address',
  notANumber: 'must be a number',
  tooLong: 'has more than {limit} characters',
  tooShort: 'has fewer than {limit} characters',
  tooLarge: 'must be at most {limit}',
  tooSmall: 'must be at least {limit}',
  other: 'is not valid',
} as const satisfies Record<IssueKind, string>;

/** The same for issues that forms show as `other`. */
const OTHER_TEMPLATES = {
  too_big: 'has too many entries',
  too_small: 'has too few entries',
  invalid_type: 'is missing or has the wrong type',
  invalid_value: 'is none of the possible values',
  unrecognized_keys: 'has a field that is not known',
} as const;

function templateOf(issue: Issue): string {
  const [kind, code] = [kindOfIssue(issue), issue.code ?? ''];
  return kind === 'other' && isNameOf(OTHER_TEMPLATES, code) ? OTHER_TEMPLATES[code] : ISSUE_TEMPLATES[kind];
}

/** The issue as a sentence: in English the message itself. */
export const sentenceOfIssue = (issue: Issue): Phrase =>
  new Phrase(templateOf(issue), { limit: limitOfIssue(issue) }, issue.message);
