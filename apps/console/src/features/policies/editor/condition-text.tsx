/** One condition as part of the sentence: sensor, comparison, limit. */
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold, OPERATOR_NAMES, OPERATORS, type Operator, SILENCE_OPERATOR } from '@picket/domain/operators';
import type { Condition } from '@picket/domain/policies';
import { defaultCondition, isState, SENSOR_CHOICES, sensorName } from '../policy-content.ts';
import { limitText, limitUnit, parseLimit, windowText } from '../policy-text.ts';
import { SelectChip, TextChip } from './inline-fields.tsx';

interface Props {
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

export function ConditionText({
  condition,
  was,
  isNew,
  name,
  readOnly,
  isFixed,
  useCelsius,
  onChange,
  onRemove,
}: Props) {
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
