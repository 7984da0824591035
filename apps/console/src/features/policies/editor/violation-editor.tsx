/** Edits one violation as a sentence with inline fields, and its other settings below. */
import { Button, TextInput } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import type { Condition, Violation } from '@picket/domain/policies';
import { severityLabel } from '@picket/domain/severity';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { defaultCondition, SENSOR_CHOICES } from '../policy-content.ts';
import { ViolationDetails } from './violation-details.tsx';
import { ViolationSentence } from './violation-sentence.tsx';
import '../policies.css';

export interface FieldMessage {
  /** Below the violation, `conditions.0.column`. */
  readonly name: string;
  readonly message: string;
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
  readonly onChange: (violation: Violation) => void;
  readonly onRemove?: (() => void) | undefined;
}

export function ViolationEditor({
  violation,
  was,
  readOnly,
  isFixed = false,
  useCelsius,
  zones,
  messages,
  onChange,
  onRemove,
}: Props) {
  const name = violation.description;
  const change = (part: Partial<Violation>): void => onChange({ ...violation, ...part });
  const changeCondition = (index: number, condition: Condition): void =>
    change({ conditions: violation.conditions.map((one, place) => (place === index ? condition : one)) });
  const otherMessages = messages.filter((one) => one.name !== 'description');
  return (
    <section className="card pad violation" aria-label={name === '' ? 'Unnamed rule' : name}>
      <ViolationHeader
        violation={violation}
        isNew={was === null}
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
      {otherMessages.length > 0 && (
        <ul className="problem-text" role="alert">
          {otherMessages.map((one) => (
            <li key={one.name}>{one.message}</li>
          ))}
        </ul>
      )}
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

interface HeaderProps {
  readonly violation: Violation;
  readonly isNew: boolean;
  /** Neither its name nor its conditions can be changed. */
  readonly isFixed: boolean;
  readonly readOnly: boolean;
  readonly problem: string | undefined;
  readonly onChange: (part: Partial<Violation>) => void;
  readonly onRemove: (() => void) | undefined;
}

function ViolationHeader({ violation, isNew, isFixed, readOnly, problem, onChange, onRemove }: HeaderProps) {
  const { description: name, conditions } = violation;
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
          className="violation-name"
          aria-label="Name of the rule"
          placeholder="Name of the rule"
          maxLength={256}
          value={name}
          error={problem}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      )}
      {isNew && !readOnly && <span className="tag good">new</span>}
      <span className="grow" />
      {!isFixed && free !== undefined && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange({ conditions: [...conditions, defaultCondition(free.sensorMetricId, free.column)] })}
        >
          Add condition
        </Button>
      )}
      {!isFixed && onRemove !== undefined && (
        <Button size="xs" variant="subtle" color="gray" onClick={onRemove}>
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </div>
  );
}
