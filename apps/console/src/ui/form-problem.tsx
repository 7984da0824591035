import { ApiError, problemText } from '../lib/api.ts';
import { useText } from '../lib/texts.ts';
import { isEditConflict } from '../lib/use-save.ts';

interface Props {
  /** The error of the form; null: none. */
  readonly problem: unknown;
  /** Fields that show their own errors and those of nested fields. */
  readonly fields?: readonly string[];
}

/** Shows the errors of a form that none of its fields shows. */
export function FormProblem({ problem, fields = [] }: Props) {
  const t = useText();
  if (problem === null) return null;
  if (isEditConflict(problem))
    return (
      <p role="alert" className="problem-text">
        {t('common.editConflict')}
      </p>
    );
  const all = problem instanceof ApiError ? problem.errors : [];
  const otherErrors = all.filter(({ name }) => !fields.some((field) => name === field || name.startsWith(`${field}.`)));
  if (all.length > 0 && otherErrors.length === 0) return null;
  return (
    <p role="alert" className="problem-text">
      {otherErrors.length === 0
        ? problemText(problem)
        : otherErrors.map(({ name, message }) => `${lastPart(name)}: ${message}`).join('; ')}
    </p>
  );
}

/** Returns the last name of a path; indexes are skipped. */
const lastPart = (name: string): string => name.split('.').findLast((part) => !/^\d+$/u.test(part)) ?? name;
