import { ERRORS, type ErrorCode } from '@picket/contracts/errors';
import type { FieldProblem } from '@picket/domain/field-problems';
import type { Sentence } from '@picket/domain/phrases';

/** The error that handlers throw on purpose. Code, status and text are in the contracts' table. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What its message says, for a reader in another language. */
  readonly sentence: Sentence;
  readonly errors: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    details: { message?: Sentence; errors?: readonly FieldProblem[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    const sentence = details.message ?? ERRORS[code].message;
    super(String(sentence), details.cause === undefined ? {} : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.sentence = sentence;
    this.errors = details.errors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** A field that fails a rule the schema does not know. */
export const invalid = (name: string, message: Sentence): AppError =>
  new AppError('validation', { errors: [{ name, message }] });

/** Throws a 400 that names every field at fault, if there is one. */
export function assertNoProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new AppError('validation', { errors: problems });
}
