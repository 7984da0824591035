/** The one question before an edit is saved that silences a violation: keep the limit, or save anyway. */
import { Button } from '@mantine/core';
import type { NamedContent } from '@picket/domain/policy-drafts';
import type { PolicyWarning } from '@picket/domain/policy-warnings';
import { useText } from '../../../lib/texts.ts';
import { withFormerThresholds } from '../policy-content.ts';
import { formerLimitText, warningWords } from './warning-text.ts';
import classes from './warnings.module.css';

interface Props {
  readonly warnings: readonly PolicyWarning[];
  readonly draft: NamedContent;
  readonly useCelsius: boolean;
  readonly busy: boolean;
  readonly canSave: boolean;
  readonly onChange: (content: NamedContent) => void;
  readonly onSave: () => void;
}

export const WARNING_QUESTION_ID = 'warning-question';

export function WarningQuestion({ warnings, draft, useCelsius, busy, canSave, onChange, onSave }: Props) {
  const t = useText();
  const limits = warnings.flatMap((warning) => formerLimitText(t, warning, draft, useCelsius) ?? []);
  return (
    <section className={classes.question} id={WARNING_QUESTION_ID} tabIndex={-1} aria-label="Before you save">
      <div className={classes.questions}>
        {warnings.map((warning) => {
          const { question, reasons } = warningWords(t, warning, draft, useCelsius);
          return (
            <div key={warning.index}>
              <p>
                <strong>{question}</strong>
              </p>
              <p className="small">{reasons.join(' ')}</p>
            </div>
          );
        })}
      </div>
      <div className={classes.choices}>
        {limits.length > 0 && (
          <Button onClick={() => onChange(withFormerThresholds(draft, warnings))}>Keep {limits.join(' and ')}</Button>
        )}
        <Button variant="default" loading={busy} disabled={!canSave} onClick={onSave}>
          Save anyway
        </Button>
      </div>
    </section>
  );
}
