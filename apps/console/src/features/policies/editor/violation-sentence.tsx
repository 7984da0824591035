/** A violation as a sentence with inline fields: "Raise a warning alert when … for 5 min; clear it after 5 min …". */
import { delayText, parseDelay } from '@picket/domain/delays';
import type { Condition, Violation } from '@picket/domain/policies';
import { severityLabel } from '@picket/domain/severity';
import { Fragment } from 'react';
import { nameText } from '../../../lib/kind-texts.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { ConditionText } from './condition-text.tsx';
import styles from './inline-fields.module.css';
import { SelectChip, TextChip } from './inline-fields.tsx';

/** The choices in the sentence; the exact number is among the details. */
const LEVELS = [300, 200, 100, 0] as const;

const levelOf = (severity: number): string => String(LEVELS.find((least) => severity >= least) ?? 0);

const parsePositive = (text: string): number | null => {
  const seconds = parseDelay(text);
  return seconds === null || seconds < 0 || seconds > 31_536_000 ? null : seconds;
};

interface Props {
  readonly violation: Violation;
  /** In force; null: a new violation. */
  readonly was: Violation | null;
  readonly readOnly: boolean;
  /** Conditions cannot be added or removed. */
  readonly isFixed: boolean;
  readonly useCelsius: boolean;
  readonly onChange: (part: Partial<Violation>) => void;
  readonly onCondition: (index: number, condition: Condition) => void;
}

/** "critical"; not the label of the badge: it stands inside a sentence. */
const levelText = (t: Translator, severity: number): string => t(`policies.level.${severityLabel(severity)}`);

export function ViolationSentence(props: Props) {
  const t = useText();
  const { violation, was, readOnly, onChange } = props;
  const name = nameText(t, violation.description);
  const delayChip = (field: 'onsetDelay' | 'exitDelay', label: string) => (
    <TextChip
      label={label}
      value={violation[field]}
      toText={delayText}
      parse={parsePositive}
      expected={t('policies.delay.invalid')}
      inputMode="text"
      readOnly={readOnly}
      was={was === null || was[field] === violation[field] ? undefined : delayText(was[field])}
      onChange={(seconds) => onChange({ [field]: seconds })}
    />
  );
  const parts = {
    severity: () =>
      t.rich(`policies.sentence.level.${severityLabel(violation.severity)}`, {
        level: () => <SeverityChip {...props} />,
      }),
    conditions: () => <Conditions {...props} />,
    onset: () => delayChip('onsetDelay', t('policies.sentence.onset', { name })),
  };
  return (
    <div className={styles.sentence}>
      {violation.instant
        ? t.rich('policies.sentence.instant', parts)
        : t.rich('policies.sentence.lasting', {
            ...parts,
            exit: () => delayChip('exitDelay', t('policies.sentence.exit', { name })),
          })}
      {violation.activeResolution && ` ${t('policies.sentence.activeResolution')}`}
      {violation.video && ` ${t('policies.sentence.video')}`}
    </div>
  );
}

function SeverityChip({ violation, was, readOnly, onChange }: Props) {
  const t = useText();
  const { description, severity } = violation;
  const name = nameText(t, description);
  const level = levelOf(severity);
  return (
    <SelectChip
      label={t('policies.sentence.severity', { name })}
      value={level}
      options={LEVELS.map((least) => ({ value: String(least), label: levelText(t, least) }))}
      readOnly={readOnly}
      was={was === null || levelOf(was.severity) === level ? undefined : levelText(t, was.severity)}
      onChange={(next) => onChange({ severity: Number(next) })}
    />
  );
}

function Conditions({ violation, was, readOnly, isFixed, useCelsius, onChange, onCondition }: Props) {
  const t = useText();
  const { conditions, description } = violation;
  const name = nameText(t, description);
  const conditionAt = (condition: Condition, index: number) => (
    <ConditionText
      condition={condition}
      was={was?.conditions.find((one) => one.sensorMetricId === condition.sensorMetricId) ?? null}
      isNew={was === null}
      name={name}
      readOnly={readOnly}
      isFixed={isFixed}
      useCelsius={useCelsius}
      onChange={(next) => onCondition(index, next)}
      onRemove={
        conditions.length > 1 && !readOnly && !isFixed
          ? () => onChange({ conditions: conditions.filter((one) => one !== condition) })
          : undefined
      }
    />
  );
  return conditions.map((condition, index) => (
    <Fragment key={`${index.toString()}`}>
      {index === 0
        ? conditionAt(condition, index)
        : t.rich('policies.sentence.further', { condition: () => conditionAt(condition, index) })}
    </Fragment>
  ));
}
