/** Under a violation: a limit typed in the other unit, or outside what sensors measure. */
import { Button } from '@mantine/core';
import type { Condition, Violation } from '@picket/domain/policies';
import type { PolicyWarning, ReadValues } from '@picket/domain/policy-warnings';
import { misplacedPointThreshold, otherUnitThreshold } from '@picket/domain/unit-hints';
import { useText } from '../../../lib/texts.ts';
import { limitWithUnit } from '../policy-text.ts';
import classes from './warnings.module.css';

interface Props {
  readonly violation: Violation;
  /** In force; null: a new violation. */
  readonly was: Violation | null;
  readonly warning: PolicyWarning | undefined;
  readonly read: readonly ReadValues[];
  readonly useCelsius: boolean;
  readonly onCondition: (index: number, condition: Condition) => void;
}

export function LimitHints({ violation, was, warning, read, useCelsius, onCondition }: Props) {
  return violation.conditions.map((condition, index) => {
    const before = was?.conditions.find((one) => one.sensorMetricId === condition.sensorMetricId);
    if (before?.threshold === condition.threshold && before.operator === condition.operator) return null;
    return (
      <LimitHint
        key={condition.sensorMetricId}
        condition={condition}
        warning={warning?.condition === index ? warning : undefined}
        read={read.find((one) => one.sensorMetricId === condition.sensorMetricId && one.column === condition.column)}
        useCelsius={useCelsius}
        onUse={(threshold) => onCondition(index, { ...condition, threshold })}
      />
    );
  });
}

interface HintProps {
  readonly condition: Condition;
  readonly warning: PolicyWarning | undefined;
  readonly read: ReadValues | undefined;
  readonly useCelsius: boolean;
  readonly onUse: (threshold: number) => void;
}

function LimitHint({ condition, warning, read, useCelsius, onUse }: HintProps) {
  const t = useText();
  const meant = otherUnitThreshold(condition, { useCelsius }, read ?? null);
  const inUnit = (threshold: number, celsius: boolean): string => limitWithUnit(t, condition, threshold, celsius);
  if (meant !== null) {
    const typed = inUnit(condition.threshold, useCelsius);
    const other = inUnit(condition.threshold, !useCelsius);
    return (
      <p className={classes.hint} role="status">
        {t('policies.hint.otherUnit', { typed, other, meant: inUnit(meant, useCelsius) })}{' '}
        <Button size="compact-xs" variant="default" onClick={() => onUse(meant)}>
          {t('policies.hint.use', { limit: inUnit(meant, useCelsius) })}
        </Button>
      </p>
    );
  }
  const measurable = warning?.code === 'SILENCES_ALERTS' ? null : (warning?.measurable ?? null);
  if (measurable === null) return null;
  const withPoint = misplacedPointThreshold(condition, { useCelsius }, measurable, read ?? null);
  return (
    <p className={classes.hint} role="status">
      {t('policies.hint.outside', {
        min: inUnit(measurable.min, useCelsius),
        max: inUnit(measurable.max, useCelsius),
      })}{' '}
      {withPoint !== null && (
        <Button size="compact-xs" variant="default" onClick={() => onUse(withPoint)}>
          {t('policies.hint.use', { limit: inUnit(withPoint, useCelsius) })}
        </Button>
      )}
    </p>
  );
}
