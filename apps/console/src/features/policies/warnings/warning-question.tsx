/** The one question before an edit is saved that silences a violation: keep the limit, turn the rule off, or save anyway. */
import { Button } from '@mantine/core';
import type { NamedContent } from '@picket/domain/policy-drafts';
import type { PolicyWarning } from '@picket/domain/policy-warnings';
import { useEffect, useRef } from 'react';
import { listText } from '../../../lib/list-text.ts';
import { useText } from '../../../lib/texts.ts';
import { withFormerThresholds, withoutWarned } from '../policy-content.ts';
import { formerLimitText, warningWords } from './warning-text.ts';
import classes from './warnings.module.css';

interface Props {
  readonly warnings: readonly PolicyWarning[];
  readonly draft: NamedContent;
  readonly useCelsius: boolean;
  /** Another object each time it is to be answered: it gets the focus. */
  readonly asked: object | null;
  readonly busy: boolean;
  readonly canSave: boolean;
  readonly onChange: (content: NamedContent) => void;
  readonly onSave: () => void;
}

export function WarningQuestion(props: Props) {
  const { warnings, draft, useCelsius, asked, busy, canSave, onChange, onSave } = props;
  const t = useText();
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    if (asked !== null) region.current?.focus();
  }, [asked]);
  const without = withoutWarned(draft, warnings);
  const limits = warnings.flatMap((warning) => formerLimitText(t, warning, draft, useCelsius) ?? []);
  return (
    <section className={classes.question} ref={region} tabIndex={-1} aria-label={t('policies.warning.title')}>
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
          <Button onClick={() => onChange(withFormerThresholds(draft, warnings))}>
            {t('policies.warning.keep', { limits: listText(t, limits) })}
          </Button>
        )}
        {without !== null && (
          <Button variant="default" onClick={() => onChange(without)}>
            {t('policies.warning.turnOff', { count: warnings.length })}
          </Button>
        )}
        <Button variant="default" loading={busy} disabled={!canSave} onClick={onSave}>
          {t('policies.warning.saveAnyway')}
        </Button>
      </div>
    </section>
  );
}
