/** Where the errors of a request are shown: at the field that they are about, or else below the form. */
import { ApiError } from '@picket/contracts/client';

export interface FieldErrors {
  /** The first message for each field, by its name in the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** What no field shows; null: nothing. */
  readonly rest: unknown;
}

/**
 * `fieldOf`: the name of the field for the path of a part of the request (`settings.url`), null where the form has none. The
 * message of a part that no field shows is that of the nearest part around it which one does.
 */
export function fieldErrorsOf(error: unknown, fieldOf: (path: string) => string | null): FieldErrors {
  if (!(error instanceof ApiError) || error.errors.length === 0) return { fields: {}, rest: error };
  const fields: Record<string, string> = {};
  const others = error.errors.filter(({ name, message }) => {
    const field = nearestField(name, fieldOf);
    if (field === null) return true;
    fields[field] ??= message;
    return false;
  });
  const { status, code, message, retryAfterSeconds } = error;
  return { fields, rest: others.length === 0 ? null : new ApiError(status, code, message, others, retryAfterSeconds) };
}

function nearestField(path: string, fieldOf: (path: string) => string | null): string | null {
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const field = fieldOf(part);
    if (field !== null) return field;
  }
  return null;
}
