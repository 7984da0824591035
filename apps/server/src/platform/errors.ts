import { ERRORS, type ErrorCode } from '@picket/contracts/errors';

export interface FieldProblem {
  readonly name: string;
  readonly message: string;
}

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
