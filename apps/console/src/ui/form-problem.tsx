import { ApiError, problemText } from '../lib/api.ts';
import { isEditConflict } from '../lib/use-save.ts';

interface Props {
  /** Why the form was refused; null: it was not. */
  readonly problem: unknown;
  /** The fields that say themselves what is wrong with them, or with what lies below them. */
  readonly fields?: readonly string[];
}

/** What is wrong with a form where none of its fields says so. */
export function FormProblem({ problem, fields = [] }: Props) {
  if (problem === null) return null;
  if (isEditConflict(problem))
    return (
      <p role="alert" className="problem-text">
        Another user changed this in the meantime. Your input is kept; saving again overwrites their change.
      </p>
    );
  const all = problem instanceof ApiError ? problem.errors : [];
  const unshown = all.filter(({ name }) => !fields.some((field) => name === field || name.startsWith(`${field}.`)));
  if (all.length > 0 && unshown.length === 0) return null;
  return (
    <p role="alert" className="problem-text">
      {unshown.length === 0
        ? problemText(problem)
        : unshown.map(({ name, message }) => `${lastPart(name)}: ${message}`).join('; ')}
    </p>
  );
}

/** A path is for programs; people know its last word. */
const lastPart = (name: string): string => name.split('.').findLast((part) => !/^\d+$/u.test(part)) ?? name;
