/** The content of a policy as fields: name, violations, and do-not-disturb schedule, with the backtest of what is typed. */
import type { NamedContent } from '@picket/domain/policy-drafts';
import type { ReactNode } from 'react';
import { fieldProblem } from '../../../lib/api.ts';
import { nameText, storedName } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { NameField } from '../../../ui/name-field.tsx';
import { WeeklySchedule } from '../../../ui/weekly-schedule.tsx';
import type { SentryOption } from '../use-sentry-options.ts';
import type { PolicyChecks } from '../warnings/use-policy-checks.ts';
import { PolicyEditor } from './policy-editor.tsx';
import styles from './policy-fields.module.css';

interface Props {
  readonly content: NamedContent;
  /** In force; null: a new policy. */
  readonly inForce: NamedContent | null;
  /** The names of the other policies; null: the name is not to be changed. */
  readonly takenNames: readonly string[] | null;
  readonly sentryOption: SentryOption | null;
  readonly readOnly: boolean;
  readonly useCelsius: boolean;
  readonly problem: unknown;
  readonly checks: PolicyChecks;
  readonly onChange: (content: NamedContent) => void;
  readonly backtest: ReactNode;
  /** Beside the schedule: what saving changes. */
  readonly children: ReactNode;
}

export function PolicyFields({ takenNames, backtest, children, ...editor }: Props) {
  const t = useText();
  const { content, inForce, sentryOption, readOnly, problem, onChange } = editor;
  return (
    <>
      {takenNames !== null && (
        <div className={styles.name}>
          <NameField
            label={t('policies.name')}
            value={nameText(t, content.name)}
            takenNames={takenNames}
            error={fieldProblem(problem, 'name')}
            onChange={(name) => onChange({ ...content, name: storedName(t, name, inForce?.name) })}
          />
        </div>
      )}
      <div className={styles.columns}>
        <div className={`stack ${styles.editor}`}>
          <PolicyEditor {...editor} />
        </div>
        <div className={styles.backtest}>{backtest}</div>
      </div>
      <div className={styles.schedules}>
        <WeeklySchedule
          schedule={content.doNotDisturb}
          place={sentryOption === null ? null : sentryOption.location}
          readOnly={readOnly}
          onChange={(doNotDisturb) => onChange({ ...content, doNotDisturb })}
        />
        {children}
      </div>
    </>
  );
}
