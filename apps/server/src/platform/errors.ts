import { ERRORS, type ErrorCode } from '@picket/contracts/errors';
import type { FieldProblem } from '@picket/domain/field-problems';

/** The error that handlers throw on purpose. Code, status and text are in the contracts' table. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    details: { message?: string; errors?: readonly FieldProblem[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(details.message ?? ERRORS[code].message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = details.errors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** A field that fails a rule the schema does not know. */
export const invalid = (name: string, message: string): AppError =>
  new AppError('validation', { errors: [{ name, message }] });

/** Throws a 400 that names every field at fault, if there is one. */
export function assertNoProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new AppError('validation', { errors: problems });
}
