import { fieldProblem, problemText } from '../lib/api.ts';
import { isChangedMeanwhile } from '../lib/use-save.ts';

interface Props {
  /** Why the form was refused; null: it was not. */
  readonly problem: unknown;
  /** The fields that say themselves what is wrong with them. */
  readonly fields?: readonly string[];
}

/** What is wrong with a form where none of its fields says so. */
export function FormProblem({ problem, fields = [] }: Props) {
  if (problem === null || fields.some((name) => fieldProblem(problem, name) !== undefined)) return null;
  if (isChangedMeanwhile(problem))
    return (
      <p role="alert" className="problem-text">
        Somebody else changed this meanwhile. What you typed is kept; saving again replaces theirs.
      </p>
    );
  return (
    <p role="alert" className="problem-text">
      {problemText(problem)}
    </p>
  );
}
