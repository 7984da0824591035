/** Edits one violation as a sentence with inline fields, and its other settings below. */
import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts';
import {
  type Condition,
  delayText,
  hasThreshold,
  isSame,
  OPERATOR_NAMES,
  OPERATORS,
  type Operator,
  parseDelay,
  SILENCE_METRIC,
  SILENCE_OPERATOR,
  severityLabel,
  type Violation,
} from '@picket/domain';
import { useId } from 'react';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { defaultCondition, isState, SENSOR_CHOICES, sensorName } from '../policy-content.ts';
import { limitText, limitUnit, parseLimit, windowText } from '../policy-text.ts';
import { ConditionDetails } from './condition-details.tsx';
import { DelayField } from './delay-field.tsx';
import { SelectChip, TextChip } from './inline-fields.tsx';

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
  const wasText = <Key extends keyof Violation>(key: Key, text: (value: Violation[Key]) => string) =>
    was === null || isSame(was[key], violation[key]) ? undefined : text(was[key]);
  const free = SENSOR_CHOICES.find(
    ({ sensorMetricId }) => !violation.conditions.some((one) => one.sensorMetricId === sensorMetricId),
  );
  return (
    <section className="card pad violation" aria-label={name === '' ? 'Unnamed rule' : name}>
      <div className="row">
        <StateBadge state={severityLabel(violation.severity)} />
        {readOnly || isFixed ? (
          <h2>{name}</h2>
        ) : (
          <TextInput
            className="violation-name"
            aria-label="Name of the rule"
            placeholder="Name of the rule"
            maxLength={256}
            value={name}
            error={messages.find((one) => one.name === 'description')?.message}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        )}
        {was === null && !readOnly && <span className="tag good">new</span>}
        <span className="grow" />
        {!readOnly && !isFixed && free !== undefined && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() =>
              change({ conditions: [...violation.conditions, defaultCondition(free.sensorMetricId, free.column)] })
            }
          >
            Add condition
          </Button>
        )}
        {!readOnly && !isFixed && onRemove !== undefined && (
          <Button size="xs" variant="subtle" color="gray" onClick={onRemove}>
            Remove<span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </div>
      <div className="sentence">
        Raise {/^[aeiou]/u.test(levelName(violation.severity)) ? 'an' : 'a'}{' '}
        <SelectChip
          label={`Severity of ${name}`}
          value={levelOf(violation.severity)}
          options={LEVELS}
          readOnly={readOnly}
          was={
            was === null || levelOf(was.severity) === levelOf(violation.severity) ? undefined : levelName(was.severity)
          }
          onChange={(level) => change({ severity: Number(level) })}
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
              onChange={(next) => changeCondition(index, next)}
              onRemove={
                violation.conditions.length > 1 && !readOnly && !isFixed
                  ? () => change({ conditions: violation.conditions.filter((one) => one !== condition) })
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
          onChange={(onsetDelay) => change({ onsetDelay })}
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
              onChange={(exitDelay) => change({ exitDelay })}
            />{' '}
            back within limits.
          </>
        )}
        {violation.activeResolution && ' It stays open until somebody resolves it.'}
        {violation.video && ' With video.'}
      </div>
      {messages.filter(({ name: field }) => field !== 'description').length > 0 && (
        <ul className="problem-text" role="alert">
          {messages
            .filter(({ name: field }) => field !== 'description')
            .map(({ name: field, message }) => (
              <li key={field}>{message}</li>
            ))}
        </ul>
      )}
      <Details
        violation={violation}
        readOnly={readOnly}
        zones={zones}
        onChange={change}
        onCondition={changeCondition}
      />
    </section>
  );
}

const parsePositive = (text: string): number | null => {
  const seconds = parseDelay(text);
  return seconds === null || seconds < 0 || seconds > 31_536_000 ? null : seconds;
};

interface ConditionTextProps {
  readonly condition: Condition;
  readonly was: Condition | null;
  /** The whole violation is new. */
  readonly isNew: boolean;
  readonly name: string;
  readonly readOnly: boolean;
  readonly isFixed: boolean;
  readonly useCelsius: boolean;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: (() => void) | undefined;
}

const CHOICES = SENSOR_CHOICES.map(({ sensorMetricId, column, label }) => ({
  value: `${sensorMetricId}.${column}`,
  label,
}));

function operatorsFor(condition: Condition): readonly { readonly value: Operator; readonly label: string }[] {
  const { sensorMetricId, column, threshold } = condition;
  const offered = sensorMetricId === SILENCE_METRIC ? [SILENCE_OPERATOR] : OPERATOR_NAMES;
  const isOnOrOff = isState(sensorMetricId, column) && threshold === 0;
  return offered.flatMap((value) => {
    const { label, stateLabel } = OPERATORS[value];
    const shown = isOnOrOff ? stateLabel : label;
    return shown === null ? [] : [{ value, label: shown }];
  });
}

function ConditionText({
  condition,
  was,
  isNew,
  name,
  readOnly,
  isFixed,
  useCelsius,
  onChange,
  onRemove,
}: ConditionTextProps) {
  const { sensorMetricId, column, operator, threshold } = condition;
  const operators = operatorsFor(condition);
  const sensor = sensorName(sensorMetricId, column);
  const hasLimit = hasThreshold(operator) && !(isState(sensorMetricId, column) && threshold === 0);
  const window = windowText(condition);
  return (
    <>
      {window !== '' && `${window} `}
      <SelectChip
        label={`Sensor of ${name}`}
        value={`${sensorMetricId}.${column}`}
        options={CHOICES}
        readOnly={readOnly || isFixed}
        was={was === null && !isNew ? 'not there' : undefined}
        onChange={(value) => {
          const [metric = '', next = ''] = value.split('.');
          onChange(defaultCondition(metric, next));
        }}
      />{' '}
      <SelectChip
        label={`How ${sensor} is compared`}
        value={operator}
        options={operators}
        readOnly={readOnly}
        was={was === null || was.operator === operator ? undefined : wordOf(was)}
        onChange={(value) => {
          const next = operators.find((one) => one.value === value)?.value ?? operator;
          onChange({ ...condition, operator: next });
        }}
      />
      {hasLimit && (
        <>
          {' '}
          <TextChip
            // Another sensor has another unit.
            key={`${sensorMetricId}.${column}`}
            label={`Limit of ${sensor}`}
            value={threshold}
            toText={(value) => limitText(condition, value, useCelsius)}
            parse={(text) => parseLimit(condition, text, useCelsius)}
            unit={limitUnit(condition, useCelsius)}
            inputMode={sensorMetricId === SILENCE_METRIC ? 'text' : 'decimal'}
            readOnly={readOnly}
            was={
              was === null || was.threshold === threshold
                ? undefined
                : `${limitText(condition, was.threshold, useCelsius)} ${limitUnit(condition, useCelsius) ?? ''}`.trim()
            }
            onChange={(next) => onChange({ ...condition, threshold: next })}
          />
        </>
      )}
      {onRemove !== undefined && (
        <button
          type="button"
          className="chip-remove"
          aria-label={`Remove the condition on ${sensor}`}
          onClick={onRemove}
        >
          ×
        </button>
      )}
    </>
  );
}

const wordOf = (condition: Condition): string =>
  operatorsFor(condition).find(({ value }) => value === condition.operator)?.label ?? condition.operator;

interface DetailsProps {
  readonly violation: Violation;
  readonly readOnly: boolean;
  readonly zones: readonly ZoneOut[];
  readonly onChange: (part: Partial<Violation>) => void;
  readonly onCondition: (index: number, condition: Condition) => void;
}

function Details({ violation, readOnly, zones, onChange, onCondition }: DetailsProps) {
  const id = useId();
  return (
    <details className="violation-details">
      <summary>
        All settings<span className="visually-hidden"> of {violation.description}</span>
      </summary>
      <fieldset disabled={readOnly} className="settings-grid">
        <legend className="visually-hidden">Settings of {violation.description}</legend>
        <NumberInput
          label="Severity"
          description="0 to 999; from 100 info, from 200 warning, from 300 critical"
          min={0}
          max={999}
          allowDecimal={false}
          value={violation.severity}
          onChange={(value) => typeof value === 'number' && onChange({ severity: value })}
        />
        <DelayField
          label="Adjust the start time shown"
          description="Moves the time shown, not the decision: -30 s is earlier"
          mayBeNegative
          value={violation.incidentStartAdjustment}
          onChange={(incidentStartAdjustment) => onChange({ incidentStartAdjustment })}
        />
        <div className="stack-tight">
          <Checkbox
            id={`${id}-resolve`}
            label="Stays open until somebody resolves it"
            checked={violation.activeResolution}
            onChange={(event) => onChange({ activeResolution: event.currentTarget.checked })}
          />
          <Checkbox
            id={`${id}-instant`}
            label="Instant: an event without a duration"
            checked={violation.instant}
            onChange={(event) => onChange({ instant: event.currentTarget.checked })}
          />
          <Checkbox
            id={`${id}-video`}
            label="Records video"
            checked={violation.video}
            onChange={(event) => onChange({ video: event.currentTarget.checked })}
          />
        </div>
        {violation.conditions.map((condition, index) => (
          <ConditionDetails
            key={`${index.toString()}`}
            condition={condition}
            zones={zones}
            onChange={(next) => onCondition(index, next)}
          />
        ))}
      </fieldset>
    </details>
  );
}
