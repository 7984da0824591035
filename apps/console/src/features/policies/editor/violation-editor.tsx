/** Edits one violation as a sentence with inline fields, and its other settings below. */
import { Button, TextInput } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import type { Condition, Violation } from '@picket/domain/policies';
import { severityLabel } from '@picket/domain/severity';
import { ApiError } from '../../../lib/api.ts';
import { nameText, storedName } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { hidden } from '../../../ui/rich-tags.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { defaultCondition, SENSOR_CHOICES } from '../policy-content.ts';
import { LimitHints } from '../warnings/limit-hint.tsx';
import type { PolicyChecks } from '../warnings/use-policy-checks.ts';
import { ViolationDetails } from './violation-details.tsx';
import styles from './violation-editor.module.css';
import { ViolationSentence } from './violation-sentence.tsx';

interface FieldMessage {
  /** Below the violation, `conditions.0.column`; `''`: the violation itself. */
  readonly name: string;
  readonly message: string;
}

/** The messages of a refused request about one violation of a definition, with paths relative to it. */
export function messagesOfViolation(problem: unknown, index: number): readonly FieldMessage[] {
  if (!(problem instanceof ApiError)) return [];
  const path = `definition.violations.${index}`;
  return problem.errors.flatMap(({ name, message }) =>
    name === path || name.startsWith(`${path}.`) ? [{ name: name.slice(path.length + 1), message }] : [],
  );
}

interface Props {
  readonly violation: Violation;
  /** In force; null: a new violation. */
  readonly was: Violation | null;
  readonly readOnly: boolean;
  /** Conditions cannot be added or removed. */
  readonly isFixed?: boolean;
  readonly useCelsius: boolean;
  readonly zones: readonly ZoneOut[];
  readonly messages: readonly FieldMessage[];
  /** What the draft makes of it; omitted: not checked. */
  readonly checks?: PolicyChecks;
  readonly onChange: (violation: Violation) => void;
  readonly onRemove?: (() => void) | undefined;
}

export function ViolationEditor(props: Props) {
  const { violation, was, readOnly, isFixed = false, useCelsius, zones, messages, checks, onChange, onRemove } = props;
  const t = useText();
  const name = violation.description;
  const change = (part: Partial<Violation>): void => onChange({ ...violation, ...part });
  const changeCondition = (index: number, condition: Condition): void =>
    change({ conditions: violation.conditions.map((one, place) => (place === index ? condition : one)) });
  return (
    <section
      className={`card pad ${styles.violation}`}
      aria-label={name === '' ? t('policies.violation.unnamed') : nameText(t, name)}
    >
      <ViolationHeader
        violation={violation}
        was={was}
        isFixed={readOnly || isFixed}
        readOnly={readOnly}
        problem={messages.find((one) => one.name === 'description')?.message}
        onChange={change}
        onRemove={onRemove}
      />
      <ViolationSentence
        violation={violation}
        was={was}
        readOnly={readOnly}
        isFixed={isFixed}
        useCelsius={useCelsius}
        onChange={change}
        onCondition={changeCondition}
      />
      {!readOnly && checks !== undefined && (
        <LimitHints
          violation={violation}
          was={was}
          warning={checks.warnings.find((one) => one.violation === name)}
          read={checks.read}
          useCelsius={useCelsius}
          onCondition={changeCondition}
        />
      )}
      <ViolationMessages messages={messages} />
      <ViolationDetails
        violation={violation}
        readOnly={readOnly}
        zones={zones}
        onChange={change}
        onCondition={changeCondition}
      />
    </section>
  );
}

/** The messages that no field of the violation shows. */
function ViolationMessages({ messages }: Pick<Props, 'messages'>) {
  const others = messages.filter((one) => one.name !== 'description');
  return others.length === 0 ? null : (
    <ul className="problem-text" role="alert">
      {others.map((one) => (
        <li key={one.name}>{one.message}</li>
      ))}
    </ul>
  );
}

interface HeaderProps {
  readonly violation: Violation;
  readonly was: Violation | null;
  /** Neither its name nor its conditions can be changed. */
  readonly isFixed: boolean;
  readonly readOnly: boolean;
  readonly problem: string | undefined;
  readonly onChange: (part: Partial<Violation>) => void;
  readonly onRemove: (() => void) | undefined;
}

function ViolationHeader({ violation, was, isFixed, readOnly, problem, onChange, onRemove }: HeaderProps) {
  const t = useText();
  const { description, conditions } = violation;
  const name = nameText(t, description);
  const free = SENSOR_CHOICES.find(
    ({ sensorMetricId }) => !conditions.some((one) => one.sensorMetricId === sensorMetricId),
  );
  return (
    <div className="row">
      <StateBadge state={severityLabel(violation.severity)} />
      {isFixed ? (
        <h2>{name}</h2>
      ) : (
        <TextInput
          className={styles.name}
          aria-label={t('policies.violation.name')}
          placeholder={t('policies.violation.name')}
          maxLength={256}
          value={name}
          error={problem}
          onChange={(event) => onChange({ description: storedName(t, event.currentTarget.value, was?.description) })}
        />
      )}
      {was === null && !readOnly && <span className="tag good">{t('policies.violation.new')}</span>}
      <span className="grow" />
      {!isFixed && free !== undefined && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange({ conditions: [...conditions, defaultCondition(free.sensorMetricId, free.column)] })}
        >
          {t('policies.condition.add')}
        </Button>
      )}
      {!isFixed && onRemove !== undefined && (
        <Button size="xs" variant="subtle" color="gray" onClick={onRemove}>
          {t.rich('policies.violation.remove', { name, hidden })}
        </Button>
      )}
    </div>
  );
}
