/** A violation as a sentence with inline fields: "Raise a warning alert when … for 5 min; clear it after 5 min …". */
import { delayText, parseDelay } from '@picket/domain/delays';
import type { Condition, Violation } from '@picket/domain/policies';
import { isSame } from '@picket/domain/same-value';
import { ConditionText } from './condition-text.tsx';
import { SelectChip, TextChip } from './inline-fields.tsx';

/** The choices in the sentence; the exact number is among the details. */
const LEVELS = [
  { value: '300', label: 'critical' },
  { value: '200', label: 'warning' },
  { value: '100', label: 'info' },
  { value: '0', label: 'silent' },
] as const;

const levelOf = (severity: number): string => LEVELS.find(({ value }) => severity >= Number(value))?.value ?? '0';
const levelName = (severity: number): string =>
  LEVELS.find(({ value }) => severity >= Number(value))?.label ?? 'silent';

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

export function ViolationSentence({ violation, was, readOnly, isFixed, useCelsius, onChange, onCondition }: Props) {
  const name = violation.description;
  const level = levelOf(violation.severity);
  const wasText = <Key extends keyof Violation>(key: Key, text: (value: Violation[Key]) => string) =>
    was === null || isSame(was[key], violation[key]) ? undefined : text(was[key]);
  return (
    <div className="sentence">
      Raise {/^[aeiou]/u.test(levelName(violation.severity)) ? 'an' : 'a'}{' '}
      <SelectChip
        label={`Severity of ${name}`}
        value={level}
        options={LEVELS}
        readOnly={readOnly}
        was={was === null || levelOf(was.severity) === level ? undefined : levelName(was.severity)}
        onChange={(next) => onChange({ severity: Number(next) })}
      />{' '}
      alert when{' '}
      {violation.conditions.map((condition, index) => (
        <span key={`${index.toString()}`}>
          {index > 0 && ' and '}
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
              violation.conditions.length > 1 && !readOnly && !isFixed
                ? () => onChange({ conditions: violation.conditions.filter((one) => one !== condition) })
                : undefined
            }
          />
        </span>
      ))}{' '}
      for{' '}
      <TextChip
        label={`How long before ${name} is raised`}
        value={violation.onsetDelay}
        toText={delayText}
        parse={parsePositive}
        inputMode="text"
        readOnly={readOnly}
        was={wasText('onsetDelay', delayText)}
        onChange={(onsetDelay) => onChange({ onsetDelay })}
      />
      {violation.instant ? (
        ' and clear it immediately.'
      ) : (
        <>
          ; clear it after{' '}
          <TextChip
            label={`How long before ${name} is over`}
            value={violation.exitDelay}
            toText={delayText}
            parse={parsePositive}
            inputMode="text"
            readOnly={readOnly}
            was={wasText('exitDelay', delayText)}
            onChange={(exitDelay) => onChange({ exitDelay })}
          />{' '}
          back within limits.
        </>
      )}
      {violation.activeResolution && ' It stays open until somebody resolves it.'}
      {violation.video && ' With video.'}
    </div>
  );
}
