import { ApiError, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Button } from '../../ui/controls/button.tsx';

/** After an expired challenge the sign-in starts again; other errors can be corrected here. */
const isExpired = (problem: unknown): boolean => problem instanceof ApiError && problem.code === 'challengeExpired';

/** The error of a step of the sign-in; null: none. */
export function StepProblem({ problem, onRestart }: { readonly problem: unknown; readonly onRestart: () => void }) {
  const t = useText();
  if (problem === null) return null;
  return (
    <div role="alert" className="stack-tight">
      <p className="problem-text">{problemText(problem)}</p>
      {isExpired(problem) && (
        <Button variant="default" onClick={onRestart}>
          {t('session.step.restart')}
        </Button>
      )}
    </div>
  );
}
