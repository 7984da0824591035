/**
 * Saves or discards the draft of a policy, with what the backtest says of it. What silences a violation is asked about first; while
 * another user's version is in the way, it cannot be saved.
 */
import { Button } from '@mantine/core';
import { useText } from '../../../lib/texts.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import type { BacktestSummary } from '../simulation/backtest-summary.ts';
import type { PolicyChecks } from '../warnings/use-policy-checks.ts';
import { WarningQuestion } from '../warnings/warning-question.tsx';
import classes from './policy-form.module.css';
import type { PolicyFormState } from './policy-form-state.ts';

interface Props {
  readonly form: PolicyFormState;
  readonly checks: PolicyChecks;
  /** Another object each time a person tries to save what has warnings. */
  readonly asked: object | null;
  readonly busy: boolean;
  /** null: no backtest yet. */
  readonly summary: BacktestSummary | null;
  /** What saving is called: "Save as version 5". */
  readonly action: string;
  readonly canSave: boolean;
  /** Fields that show their own errors. */
  readonly fields: readonly string[];
  readonly useCelsius: boolean;
}

export function PolicySaveBar(props: Props) {
  const t = useText();
  const { form, checks, asked, busy, summary, action, canSave, fields, useCelsius } = props;
  const hasConflict = form.draft !== null && form.draft.conflict !== null;
  const isAsking = checks.warnings.length > 0;
  return (
    <div className={classes.saveBar} data-bottom-bar>
      {isAsking && (
        <WarningQuestion
          warnings={checks.warnings}
          draft={form.content}
          useCelsius={useCelsius}
          asked={asked}
          busy={busy}
          canSave={canSave && !hasConflict}
          onChange={form.change}
          onSave={() => void form.save(true)}
        />
      )}
      <div className="row">
        {summary !== null && (
          <p className={classes.backtestSentence}>
            <strong>{summary.headline}</strong> <span className="small muted">{summary.details.join(' ')}</span>
          </p>
        )}
        <span className="grow" />
        <FormProblem problem={hasConflict ? null : form.problem} fields={fields} />
        {hasConflict && <p className="small">{t('policies.conflict.seeAbove')}</p>}
        <Button variant="default" onClick={form.discard}>
          {t('policies.discard')}
        </Button>
        <Button type="submit" loading={busy && !isAsking} disabled={!canSave || hasConflict || isAsking}>
          {action}
        </Button>
      </div>
    </div>
  );
}
