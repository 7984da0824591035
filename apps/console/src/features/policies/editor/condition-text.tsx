/** One condition as part of the sentence: sensor, comparison, limit. */
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold, OPERATOR_NAMES, OPERATORS, type Operator, SILENCE_OPERATOR } from '@picket/domain/operators';
import type { Condition } from '@picket/domain/policies';
import { metricSentenceText, operatorText, stateOperatorText } from '../../../lib/kind-texts.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { defaultCondition, isState, SENSOR_CHOICES } from '../policy-content.ts';
import { limitText, limitUnit, limitWithUnit, parseLimit, windowText } from '../policy-text.ts';
import styles from './inline-fields.module.css';
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

const isBare = ({ sensorMetricId, column, threshold }: Condition): boolean =>
  isState(sensorMetricId, column) && threshold === 0;

function operatorsFor(
  t: Translator,
  condition: Condition,
): readonly { readonly value: Operator; readonly label: string }[] {
  const offered = condition.sensorMetricId === SILENCE_METRIC ? [SILENCE_OPERATOR] : OPERATOR_NAMES;
  if (!isBare(condition)) return offered.map((value) => ({ value, label: operatorText(t, value) }));
  return offered
    .filter((value) => OPERATORS[value].isOfState)
    .map((value) => ({ value, label: stateOperatorText(t, value) }));
}

export function ConditionText({ onRemove, ...props }: Props) {
  const t = useText();
  const { condition } = props;
  const hasLimit = hasThreshold(condition.operator) && !isBare(condition);
  const window = windowText(t, condition);
  const parts = {
    sensor: () => <SensorChip {...props} />,
    operator: () => <OperatorChip {...props} />,
    limit: () => (hasLimit ? <LimitChip {...props} /> : null),
  };
  return (
    <>
      {window === null
        ? t.rich('policies.condition.plain', parts)
        : t.rich('policies.condition.windowed', { window, ...parts })}
      {onRemove !== undefined && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t('policies.condition.remove', { sensor: sensorOf(t, condition) })}
          onClick={onRemove}
        >
          ×
        </button>
      )}
    </>
  );
}

const sensorOf = (t: Translator, { sensorMetricId, column }: Condition): string =>
  metricSentenceText(t, sensorMetricId, column);

type ChipProps = Omit<Props, 'onRemove'>;

function SensorChip({ condition, was, isNew, name, readOnly, isFixed, onChange }: ChipProps) {
  const t = useText();
  const { sensorMetricId, column } = condition;
  return (
    <SelectChip
      label={t('policies.condition.sensor', { name })}
      value={`${sensorMetricId}.${column}`}
      options={SENSOR_CHOICES.map((one) => ({
        value: `${one.sensorMetricId}.${one.column}`,
        label: metricSentenceText(t, one.sensorMetricId, one.column),
      }))}
      readOnly={readOnly || isFixed}
      was={was === null && !isNew ? t('policies.condition.wasNone') : undefined}
      onChange={(value) => {
        const [metric = '', next = ''] = value.split('.');
        onChange(defaultCondition(metric, next));
      }}
    />
  );
}

function OperatorChip({ condition, was, readOnly, onChange }: ChipProps) {
  const t = useText();
  const { operator } = condition;
  const operators = operatorsFor(t, condition);
  const labelOf = (one: Condition): string =>
    operatorsFor(t, one).find(({ value }) => value === one.operator)?.label ?? one.operator;
  return (
    <SelectChip
      label={t('policies.condition.operator', { sensor: sensorOf(t, condition) })}
      value={operator}
      options={operators}
      readOnly={readOnly}
      was={was === null || was.operator === operator ? undefined : labelOf(was)}
      onChange={(value) => {
        const next = operators.find((one) => one.value === value)?.value ?? operator;
        onChange({ ...condition, operator: next });
      }}
    />
  );
}

function LimitChip({ condition, was, readOnly, useCelsius, onChange }: ChipProps) {
  const t = useText();
  const { sensorMetricId, column, threshold } = condition;
  return (
    <TextChip
      // Another sensor has another unit.
      key={`${sensorMetricId}.${column}`}
      label={t('policies.condition.limit', { sensor: sensorOf(t, condition) })}
      value={threshold}
      toText={(value) => limitText(t, condition, value, useCelsius)}
      parse={(text) => parseLimit(condition, text, useCelsius)}
      expected={t(sensorMetricId === SILENCE_METRIC ? 'policies.delay.invalid' : 'policies.limit.invalid')}
      unit={limitUnit(t, condition, useCelsius)}
      inputMode={sensorMetricId === SILENCE_METRIC ? 'text' : 'decimal'}
      readOnly={readOnly}
      was={
        was === null || was.threshold === threshold ? undefined : limitWithUnit(t, condition, was.threshold, useCelsius)
      }
      onChange={(next) => onChange({ ...condition, threshold: next })}
    />
  );
}
